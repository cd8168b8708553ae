// How innermost loops are compiled so that a processor keeps their values in registers.
#pragma once

namespace arenascope::kernels {

// A Cortex-M0+ reaches eight registers with most of its instructions: there such a loop is a function of its own.
#if defined(__ARM_ARCH_6M__)
inline constexpr bool kFewRegisters = true;
#define ARENASCOPE_INNERMOST [[gnu::noinline]]
#else
inline constexpr bool kFewRegisters = false;
#define ARENASCOPE_INNERMOST [[gnu::always_inline]] inline
#endif

// What the real library forces to be inline, where compilers that look at size alone would call it.
#if defined(__OPTIMIZE_SIZE__)
#define ARENASCOPE_FORCED_INLINE [[gnu::always_inline]]
inline constexpr bool kForSize = true;
#else
#define ARENASCOPE_FORCED_INLINE
inline constexpr bool kForSize = false;
#endif

// Whether an image's bounds, or the filter's width, stay in registers from tap to tap or are read again: what the real
// kernels' loops come to on each processor (the Cortex-M7 is the one with double precision), compared operator by
// operator.
#if !defined(__ARM_FP)
inline constexpr bool kKeepsBounds = false;
inline constexpr bool kKeepsFilterWidth = false;
#else
inline constexpr bool kKeepsFilterWidth = (__ARM_FP & 8) != 0;
inline constexpr bool kKeepsBounds = !kKeepsFilterWidth;
#endif

} // namespace arenascope::kernels
