// The one place where a request's model is replaced by a preview of another model: with other shapes, quantized, or
// both. Each has a note about itself in its metadata, which reports show.
#pragma once

#include "core/base/result.h"
#include "core/model/load/model_file.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

bool asksForPreview(const ProfileRequest& request);

// The model that the request asks for in place of this one; the same if it asks for none, or if this is that preview.
// Shapes change first. Errors: shapes that cannot be carried through the model, with the operator at fault; a model
// that cannot be quantized (quantizing.h).
Result<model::ModelFile> previewOf(const model::ModelFile& file, const ProfileRequest& request);

} // namespace arenascope::service
