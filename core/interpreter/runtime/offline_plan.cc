#include "core/interpreter/runtime/offline_plan.h"

#include <cstring>

#include "core/interpreter/runtime/message.h"
#include "core/interpreter/runtime/model_reader.h"
#include "core/interpreter/runtime/planner.h"
#include "core/interpreter/schema/offline_plan_format.h"

namespace arenascope::runtime {

Status readOfflinePlan(const schema::Model& model, std::size_t tensorCount, const trace::Tracer& tracer,
                       const std::int32_t** offsets) {
  *offsets = nullptr;
  for (std::uint32_t i = 0; i < count(model.metadata()); ++i) {
    const schema::Metadata& metadata = *model.metadata()->Get(i);
    if (metadata.name() == nullptr || std::strcmp(metadata.name()->c_str(), schema::kOfflinePlanName) != 0) continue;
    const auto* bytes =
        metadata.buffer() < model.buffers()->size() ? model.buffers()->Get(metadata.buffer())->data() : nullptr;
    const std::size_t words = count(bytes) / sizeof(std::int32_t);
    if (words < schema::kOfflinePlanHeaderWords)
      return (Message() << "the offline memory plan in the metadata has no header").fail(tracer);
    const auto* plan = reinterpret_cast<const std::int32_t*>(bytes->data());
    if (static_cast<std::size_t>(plan[schema::kOfflinePlanCountWord]) != tensorCount ||
        words - schema::kOfflinePlanHeaderWords < tensorCount)
      return (Message() << "the offline memory plan has " << plan[schema::kOfflinePlanCountWord] << " offsets in "
                        << words << " words, the model has " << tensorCount << " tensors")
          .fail(tracer);
    for (std::size_t t = 0; t < tensorCount; ++t) {
      const std::int32_t offset = plan[schema::kOfflinePlanHeaderWords + t];
      if (offset < kOnlinePlanned || offset > schema::kLargestOfflineOffset)
        return (Message() << "the offline memory plan puts tensor " << t << " at offset " << offset
                          << ", outside any arena")
            .fail(tracer);
    }
    *offsets = plan + schema::kOfflinePlanHeaderWords;
  }
  return Status::kOk;
}

} // namespace arenascope::runtime
