// Advice's line on a float model: the figures of the model that TensorFlow's converter makes of it.
#pragma once

#include <string>

#include "core/model/load/model_file.h"
#include "core/optimization/advice.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

// Whether a model computes with floats, so that quantization changes it.
bool hasFloatActivations(const model::ModelInfo& model);

// Adds a suggestion, or the reason why there is none, to the answer. request: the run that the advice is for. command:
// makes the change.
void adviseQuantization(optimization::AdviceReport& answer, const ProfileRequest& request, const model::ModelFile& file,
                        const std::string& command, engine::RunControl& control);

} // namespace arenascope::service
