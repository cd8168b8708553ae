// Properties of a model that its file shows.
#pragma once

#include "core/model/graph/model_info.h"
#include "core/model/load/model_file.h"

namespace arenascope::model {

ModelInfo readModelInfo(const ModelFile& file);

} // namespace arenascope::model
