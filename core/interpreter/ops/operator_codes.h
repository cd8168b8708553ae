// Operators of the file format: numbers, and names as they stand in reports. All of the format, not only TFLM's
// (operator_table.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "tflite_generated.h"

namespace arenascope::ops {

inline constexpr std::int32_t kCustomCode = schema::BuiltinOperator_CUSTOM;

// "CONV_2D"; empty for an unknown number.
inline const char* nameOf(std::int32_t code) {
  return schema::EnumNameBuiltinOperator(static_cast<schema::BuiltinOperator>(code));
}

// The name of the first operator that `matches`; empty if none does.
template <typename Matches>
std::string_view findName(Matches matches) {
  for (const char* const* name = schema::EnumNamesBuiltinOperator(); *name != nullptr; ++name)
    if (matches(std::string_view(*name))) return *name;
  return {};
}

} // namespace arenascope::ops
