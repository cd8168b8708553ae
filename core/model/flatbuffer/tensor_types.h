// Names and sizes of tensor types.
#pragma once

#include <cstdint>
#include <string>

#include "tflite_generated.h"

namespace arenascope::model {

// "int8", "float32", …
std::string typeName(schema::TensorType type);
// Bits of one element in the file; 0 for types whose size the format does not fix.
std::uint32_t typeBits(schema::TensorType type);
// Bytes of one element in memory, 0 for types that the interpreter has no room for. A 4-bit number takes a byte.
std::uint64_t elementBytes(schema::TensorType type);

} // namespace arenascope::model
