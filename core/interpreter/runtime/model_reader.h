// Reading tensors out of the model's FlatBuffers form. The model has been verified before it comes here.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/runtime/status.h"
#include "core/interpreter/runtime/types.h"
#include "core/interpreter/schema/access.h"

namespace arenascope::runtime {

using schema::count;

schema::BuiltinOperator operatorCode(const schema::Model& model, const schema::Operator& op);
// The name of a custom operator, nullptr for a built-in one.
const char* customName(const schema::Model& model, const schema::Operator& op);
const char* operatorName(const schema::Model& model, const schema::Operator& op);

Type tensorType(schema::TensorType type);
// The model's constant bytes for a tensor, nullptr where it has none.
void* constantData(const schema::Model& model, const schema::Tensor& tensor);
// A FlatBuffers vector as the array it is in memory; an absent one has no elements (a scalar's shape).
IntArray* asIntArray(const flatbuffers::Vector<std::int32_t>* vector);

// Elements × bytes of the type; the shape is that of `dims`.
std::size_t tensorBytes(Type type, const IntArray& dims);

EvalTensor readEvalTensor(const schema::Model& model, const schema::Tensor& tensor);

// True where scale and zero point are both there: only then quantization takes memory.
bool isQuantized(const schema::Tensor& tensor);

} // namespace arenascope::runtime
