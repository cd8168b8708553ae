// Keeps values of innermost loops in registers.
#pragma once

namespace arenascope::kernels {

// Most instructions of a Cortex-M0+ reach only eight registers: such a loop is a separate function there.
#if defined(__ARM_ARCH_6M__)
inline constexpr bool kFewRegisters = true;
#define ARENASCOPE_INNERMOST [[gnu::noinline]]
#else
inline constexpr bool kFewRegisters = false;
#define ARENASCOPE_INNERMOST [[gnu::always_inline]] inline
#endif

// Functions that the real library forces inline, which compilers that optimize for size would call.
#if defined(__OPTIMIZE_SIZE__)
#define ARENASCOPE_FORCED_INLINE [[gnu::always_inline]]
inline constexpr bool kForSize = true;
#else
#define ARENASCOPE_FORCED_INLINE
inline constexpr bool kForSize = false;
#endif

// Whether bounds of the image, or the filter's width, stay in registers or are reloaded per tap, as in the compiled
// loops of the real kernels on each processor (the Cortex-M7 is the one with double precision). Compared operator by
// operator.
#if !defined(__ARM_FP)
inline constexpr bool kKeepsBounds = false;
inline constexpr bool kKeepsFilterWidth = false;
#else
inline constexpr bool kKeepsFilterWidth = (__ARM_FP & 8) != 0;
inline constexpr bool kKeepsBounds = !kKeepsFilterWidth;
#endif

} // namespace arenascope::kernels
