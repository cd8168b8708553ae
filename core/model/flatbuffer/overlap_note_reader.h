// The note on overlap in a model's metadata.
#pragma once

#include <optional>

#include "core/model/graph/overlap_note.h"
#include "tflite_generated.h"

namespace arenascope::model {

// Nothing where the model has none.
std::optional<OverlapNote> overlapNote(const schema::Model& model);

} // namespace arenascope::model
