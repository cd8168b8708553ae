// Converts the schema's type of a tensor to ours.
#pragma once

#include "core/model/graph/tensor_types.h"
#include "tflite_generated.h"

namespace arenascope::model {

static_assert(static_cast<int>(Type::kFloat32) == schema::TensorType_FLOAT32);
static_assert(static_cast<int>(Type::kInt8) == schema::TensorType_INT8);
static_assert(static_cast<int>(Type::kVariant) == schema::TensorType_VARIANT);
static_assert(static_cast<int>(Type::kUint4) == schema::TensorType_MAX);

// The numbers are the same.
inline Type typeOf(schema::TensorType type) { return static_cast<Type>(type); }

} // namespace arenascope::model
