// Whether this program can have threads: WebAssembly modules for pages cannot.
#pragma once

namespace arenascope {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
inline constexpr bool kHasThreads = false;
#else
inline constexpr bool kHasThreads = true;
#endif

} // namespace arenascope
