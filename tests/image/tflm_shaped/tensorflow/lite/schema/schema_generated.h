// The names by which applications know the schema.
#pragma once

#include "tflite_generated.h"

namespace tflite {
using Model = arenascope::schema::Model;
inline const Model* GetModel(const void* bytes) { return arenascope::schema::GetModel(bytes); }
} // namespace tflite
