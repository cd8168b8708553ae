// Constants computed with mathematical functions at compile time. GCC, which builds the firmware, evaluates these;
// Clang, which builds the fuzz targets, does not accept them as constant expressions.
#pragma once

#ifdef __clang__
#define ARENASCOPE_FOLDED const
#define ARENASCOPE_FOLDED_FUNCTION inline
#else
#define ARENASCOPE_FOLDED constexpr
#define ARENASCOPE_FOLDED_FUNCTION constexpr
#endif
