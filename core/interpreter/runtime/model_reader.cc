#include "core/interpreter/runtime/model_reader.h"

namespace arenascope::runtime {

namespace {
IntArray kNoDimensions = {0, {0}};
}

schema::BuiltinOperator operatorCode(const schema::Model& model, const schema::Operator& op) {
  return schema::builtinOperator(*model.operator_codes()->Get(op.opcode_index()));
}

const char* customName(const schema::Model& model, const schema::Operator& op) {
  const schema::OperatorCode& code = *model.operator_codes()->Get(op.opcode_index());
  if (schema::builtinOperator(code) != schema::BuiltinOperator_CUSTOM) return nullptr;
  return code.custom_code() == nullptr ? "" : code.custom_code()->c_str();
}

const char* operatorName(const schema::Model& model, const schema::Operator& op) {
  const char* custom = customName(model, op);
  return custom != nullptr ? custom : schema::EnumNameBuiltinOperator(operatorCode(model, op));
}

Type tensorType(schema::TensorType type) {
  switch (type) {
  case schema::TensorType_FLOAT32: return kFloat32;
  case schema::TensorType_FLOAT16: return kFloat16;
  case schema::TensorType_BFLOAT16: return kBFloat16;
  case schema::TensorType_FLOAT64: return kFloat64;
  case schema::TensorType_INT4: return kInt4;
  case schema::TensorType_INT8: return kInt8;
  case schema::TensorType_UINT8: return kUInt8;
  case schema::TensorType_INT16: return kInt16;
  case schema::TensorType_UINT16: return kUInt16;
  case schema::TensorType_INT32: return kInt32;
  case schema::TensorType_UINT32: return kUInt32;
  case schema::TensorType_INT64: return kInt64;
  case schema::TensorType_UINT64: return kUInt64;
  case schema::TensorType_STRING: return kString;
  case schema::TensorType_BOOL: return kBool;
  case schema::TensorType_COMPLEX64: return kComplex64;
  case schema::TensorType_COMPLEX128: return kComplex128;
  case schema::TensorType_RESOURCE: return kResource;
  case schema::TensorType_VARIANT: return kVariant;
  default: return kNoType;
  }
}

void* constantData(const schema::Model& model, const schema::Tensor& tensor) {
  const schema::Buffer* buffer = model.buffers()->Get(tensor.buffer());
  if (buffer == nullptr || count(buffer->data()) == 0) return nullptr;
  return const_cast<std::uint8_t*>(buffer->data()->data());
}

IntArray* asIntArray(const flatbuffers::Vector<std::int32_t>* vector) {
  if (vector == nullptr) return &kNoDimensions;
  return reinterpret_cast<IntArray*>(const_cast<flatbuffers::Vector<std::int32_t>*>(vector));
}

std::size_t tensorBytes(Type type, const IntArray& dims) {
  std::size_t elements = 1;
  for (int i = 0; i < dims.size; ++i) elements *= static_cast<std::size_t>(dims.data[i]);
  return elements * typeBytes(type);
}

EvalTensor readEvalTensor(const schema::Model& model, const schema::Tensor& tensor) {
  return EvalTensor{
      .data = constantData(model, tensor), .dims = asIntArray(tensor.shape()), .type = tensorType(tensor.type())};
}

bool isQuantized(const schema::Tensor& tensor) {
  const schema::QuantizationParameters* quantization = tensor.quantization();
  return quantization != nullptr && count(quantization->scale()) > 0 && count(quantization->zero_point()) > 0;
}

} // namespace arenascope::runtime
