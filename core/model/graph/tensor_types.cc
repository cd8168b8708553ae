#include "core/model/graph/tensor_types.h"

#include <iterator>

namespace arenascope::model {

std::string typeName(Type type) {
  constexpr const char* kNames[] = {"float32", "float16",   "int32",  "uint8",   "int64",      "string", "bool",
                                    "int16",   "complex64", "int8",   "float64", "complex128", "uint64", "resource",
                                    "variant", "uint32",    "uint16", "int4",    "bfloat16",   "int2",   "uint4"};
  const auto number = static_cast<std::size_t>(type); // a negative one is beyond all names
  return number < std::size(kNames) ? kNames[number] : "";
}

std::uint32_t typeBits(Type type) {
  switch (type) {
  case Type::kInt2: return 2;
  case Type::kInt4:
  case Type::kUint4: return 4;
  case Type::kInt8:
  case Type::kUint8:
  case Type::kBool: return 8;
  case Type::kInt16:
  case Type::kUint16:
  case Type::kFloat16:
  case Type::kBfloat16: return 16;
  case Type::kFloat32:
  case Type::kInt32:
  case Type::kUint32: return 32;
  case Type::kFloat64:
  case Type::kInt64:
  case Type::kUint64:
  case Type::kComplex64: return 64;
  case Type::kComplex128: return 128;
  default: return 0;
  }
}

std::uint64_t elementBytes(Type type) {
  switch (type) {
  case Type::kInt4: return 1;
  case Type::kInt2:
  case Type::kUint4: return 0;
  case Type::kResource: return 4;
  default: return typeBits(type) / 8;
  }
}

} // namespace arenascope::model
