// Constants worked out with the compiler's mathematical functions. GCC, which builds the firmware, does so while it
// compiles; Clang, which builds the fuzz targets, does not take them for constant expressions.
#pragma once

#ifdef __clang__
#define ARENASCOPE_FOLDED const
#define ARENASCOPE_FOLDED_FUNCTION inline
#else
#define ARENASCOPE_FOLDED constexpr
#define ARENASCOPE_FOLDED_FUNCTION constexpr
#endif
