// Runs float models as TensorFlow's converter would quantize them.
#pragma once

#include "core/base/result.h"
#include "core/model/load/model_file.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

// The model that `request` asks for (ProfileRequest::quantize) in place of a float one, with a note about itself in
// its metadata. Ranges come from runs of the float model on this computer: with real inputs, or with two random ones.
// A model that ArenaScope has quantized in this way stays as it is. Errors: the model is quantized otherwise, or cannot
// be; unusable real inputs.
Result<model::ModelFile> quantizedModel(const model::ModelFile& file, const ProfileRequest& request);

} // namespace arenascope::service
