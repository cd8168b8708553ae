// What every reader of the model's FlatBuffers form needs, on the host and on the target.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tflite_generated.h"

namespace arenascope::schema {

// The only schema version that is read.
inline constexpr std::uint32_t kVersion = 3;

// A vector that is not there has no elements.
template <typename T>
std::uint32_t count(const flatbuffers::Vector<T>* vector) {
  return vector == nullptr ? 0 : vector->size();
}

// The larger of the two codes counts: writers before 2020 only had the first one.
inline BuiltinOperator builtinOperator(const OperatorCode& code) {
  return std::max(code.builtin_code(), static_cast<BuiltinOperator>(code.deprecated_builtin_code()));
}

} // namespace arenascope::schema
