// Whether this program can have threads: a WebAssembly module for pages has none.
#pragma once

namespace arenascope {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

} // namespace arenascope
