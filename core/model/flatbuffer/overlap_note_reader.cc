#include "core/model/flatbuffer/overlap_note_reader.h"

#include "core/interpreter/schema/access.h"
#include "core/interpreter/schema/offline_plan_format.h"

namespace arenascope::model {

namespace {
constexpr std::uint32_t kLongest = 65'536; // bytes: a longer one is not of ours
} // namespace

std::optional<OverlapNote> overlapNote(const schema::Model& model) {
  for (std::uint32_t i = 0; i < schema::count(model.metadata()); ++i) {
    const schema::Metadata& metadata = *model.metadata()->Get(i);
    if (metadata.name() == nullptr || metadata.name()->str() != schema::kOverlapNoteName) continue;
    const auto* data = model.buffers()->Get(metadata.buffer())->data();
    if (schema::count(data) > 0 && data->size() <= kLongest)
      return parseOverlapNote(std::string(data->begin(), data->end()));
  }
  return std::nullopt;
}

} // namespace arenascope::model
