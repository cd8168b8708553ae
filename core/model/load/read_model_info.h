// Properties of a model that its file shows.
#pragma once

#include "core/model/graph/model_info.h"
#include "core/model/load/model_file.h"

namespace arenascope::model {

ModelInfo readModelInfo(const ModelFile& file);
// Counts the operators' times as planners do that do not see what an operator with an old code calls: before
// tflm::kEitherCode.
void leaveOutUnseenCalls(ModelInfo& info);

} // namespace arenascope::model
