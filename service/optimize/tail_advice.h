// Persistent memory that a change of the model saves, as suggestions.
#pragma once

#include "core/model/load/model_file.h"
#include "core/optimization/advice.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

// Adds them to `answer`. file: the unchanged model, to be run without its unused tensors; nullptr: nothing is run.
void adviseTail(optimization::AdviceReport& answer, const ProfileRequest& request, const model::ModelFile* file,
                engine::RunControl& control);

} // namespace arenascope::service
