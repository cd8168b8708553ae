#include "core/model/flatbuffer/tensor_types.h"

#include "core/base/text_format.h"

namespace arenascope::model {

std::string typeName(schema::TensorType type) { return lowered(schema::EnumNameTensorType(type)); }

std::uint32_t typeBits(schema::TensorType type) {
  switch (type) {
  case schema::TensorType_INT2: return 2;
  case schema::TensorType_INT4:
  case schema::TensorType_UINT4: return 4;
  case schema::TensorType_INT8:
  case schema::TensorType_UINT8:
  case schema::TensorType_BOOL: return 8;
  case schema::TensorType_INT16:
  case schema::TensorType_UINT16:
  case schema::TensorType_FLOAT16:
  case schema::TensorType_BFLOAT16: return 16;
  case schema::TensorType_FLOAT32:
  case schema::TensorType_INT32:
  case schema::TensorType_UINT32: return 32;
  case schema::TensorType_FLOAT64:
  case schema::TensorType_INT64:
  case schema::TensorType_UINT64:
  case schema::TensorType_COMPLEX64: return 64;
  case schema::TensorType_COMPLEX128: return 128;
  default: return 0;
  }
}

std::uint64_t elementBytes(schema::TensorType type) {
  switch (type) {
  case schema::TensorType_INT4: return 1;
  case schema::TensorType_INT2:
  case schema::TensorType_UINT4: return 0;
  case schema::TensorType_RESOURCE: return 4;
  default: return typeBits(type) / 8;
  }
}

} // namespace arenascope::model
