// What is known of a model, from its file.
#pragma once

#include "core/model/graph/model_info.h"
#include "core/model/load/model_file.h"

namespace arenascope::model {

ModelInfo readModelInfo(const ModelFile& file);

} // namespace arenascope::model
