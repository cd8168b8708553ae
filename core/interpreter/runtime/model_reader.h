// Reads tensors from the model's FlatBuffer, which has been verified.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/runtime/types.h"
#include "core/interpreter/schema/access.h"

namespace arenascope::runtime {

using schema::count;

schema::BuiltinOperator operatorCode(const schema::Model& model, const schema::Operator& op);
// Name of a custom operator; nullptr for built-in ones.
const char* customName(const schema::Model& model, const schema::Operator& op);
const char* operatorName(const schema::Model& model, const schema::Operator& op);

Type tensorType(schema::TensorType type);
// Constant data of a tensor; nullptr if it has none.
void* constantData(const schema::Model& model, const schema::Tensor& tensor);
// A FlatBuffers vector as the array it is in memory; absent vectors have no elements (a scalar's shape).
IntArray* asIntArray(const flatbuffers::Vector<std::int32_t>* vector);

// Number of elements times bytes of the type; shape: `dims`.
std::size_t tensorBytes(Type type, const IntArray& dims);

EvalTensor readEvalTensor(const schema::Model& model, const schema::Tensor& tensor);

// Whether scale and zero point are both present: only then quantization takes memory.
bool isQuantized(const schema::Tensor& tensor);

} // namespace arenascope::runtime
