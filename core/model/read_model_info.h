// What is known of a model, from its file.
#pragma once

#include "core/model/model_file.h"
#include "core/model/model_info.h"

namespace arenascope::profile {

ModelInfo readModelInfo(const ModelFile& file);

} // namespace arenascope::profile
