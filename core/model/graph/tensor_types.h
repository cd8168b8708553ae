// Types of a tensor's elements, their names and sizes.
#pragma once

#include <cstdint>
#include <string>

namespace arenascope::model {

// Numbered like TensorFlow Lite's. A file may have another number: such a type has no name.
enum class Type : std::int8_t {
  kFloat32,
  kFloat16,
  kInt32,
  kUint8,
  kInt64,
  kString,
  kBool,
  kInt16,
  kComplex64,
  kInt8,
  kFloat64,
  kComplex128,
  kUint64,
  kResource,
  kVariant,
  kUint32,
  kUint16,
  kInt4,
  kBfloat16,
  kInt2,
  kUint4,
};

// "int8", "float32", …; empty if no type has the number.
std::string typeName(Type type);
// Bits of one element in the file; 0 for types whose size the format does not fix.
std::uint32_t typeBits(Type type);
// Bytes of one element in memory, 0 for types without support in the interpreter. A 4-bit number takes a byte.
std::uint64_t elementBytes(Type type);

} // namespace arenascope::model
