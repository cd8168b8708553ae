// What to do about a model that an operator's preparation refuses, as far as its file shows that.
#pragma once

#include <string>

#include "core/base/result.h"
#include "tflite_generated.h"

namespace arenascope::model {

// A clause to put behind the refusal; empty where the file shows no more than the refusal says.
std::string refusalAdvice(const schema::Model& model, const Error& refusal);

} // namespace arenascope::model
