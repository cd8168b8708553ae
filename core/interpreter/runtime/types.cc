#include "core/interpreter/runtime/types.h"

namespace arenascope::runtime {

const char* typeName(Type type) {
  switch (type) {
  case kFloat32: return "FLOAT32";
  case kInt32: return "INT32";
  case kUInt8: return "UINT8";
  case kInt64: return "INT64";
  case kString: return "STRING";
  case kBool: return "BOOL";
  case kInt16: return "INT16";
  case kComplex64: return "COMPLEX64";
  case kInt8: return "INT8";
  case kFloat16: return "FLOAT16";
  case kFloat64: return "FLOAT64";
  case kComplex128: return "COMPLEX128";
  case kUInt64: return "UINT64";
  case kResource: return "RESOURCE";
  case kVariant: return "VARIANT";
  case kUInt32: return "UINT32";
  case kUInt16: return "UINT16";
  case kInt4: return "INT4";
  case kBFloat16: return "BFLOAT16";
  case kNoType: break;
  }
  return "NOTYPE";
}

// Compares instead of a table lookup, as TFLM does: visible in RESHAPE's few instructions.
[[gnu::optimize("no-tree-switch-conversion")]] std::size_t typeBytes(Type type) {
  switch (type) {
  case kUInt8:
  case kInt8:
  case kInt4:
  case kBool: return 1;
  case kInt16:
  case kUInt16:
  case kFloat16:
  case kBFloat16: return 2;
  case kFloat32:
  case kInt32:
  case kUInt32:
  case kResource: return 4;
  case kInt64:
  case kUInt64:
  case kFloat64:
  case kComplex64: return 8;
  case kComplex128: return 16;
  case kNoType:
  case kString:
  case kVariant: break;
  }
  return 0;
}

} // namespace arenascope::runtime
