#include "core/model/validate/offline_plan_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <span>
#include <vector>

#include "core/interpreter/schema/access.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/flatbuffer/accelerator.h"
#include "core/model/flatbuffer/overlap_note_reader.h"
#include "core/model/flatbuffer/tensor_types.h"
#include "core/model/flatbuffer/views.h"
#include "core/model/graph/overlap_note.h"

namespace arenascope::model {

using schema::count;

namespace {

struct Placed {
  std::size_t tensor = 0; // across all subgraphs
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::int32_t first = -1; // in the planner's numbering
  std::int32_t last = -1;
};

std::vector<std::int32_t> wordsOf(const schema::Buffer& buffer) {
  std::vector<std::int32_t> words(count(buffer.data()) / sizeof(std::int32_t));
  if (!words.empty()) std::memcpy(words.data(), buffer.data()->data(), words.size() * sizeof(std::int32_t));
  return words;
}

// When each tensor is in use, counted as the planner does.
class Lifetimes {
public:
  explicit Lifetimes(const schema::Model& model) : model_(model) {
    for (std::uint32_t s = 0; s < model.subgraphs()->size(); ++s) {
      bases_.push_back(first.size());
      first.resize(first.size() + count(model.subgraphs()->Get(s)->tensors()), -1);
    }
    last = first;
    walk(0);
  }

  std::vector<std::int32_t> first;
  std::vector<std::int32_t> last;

  // Whether there is a step from one to another at which the interpreter's own kernels work. An accelerator's operator
  // takes its tensors for places in memory that it shares out itself.
  bool kernelsWork(std::int32_t from, std::int32_t to) const {
    for (std::int32_t step = from; step <= to; ++step)
      if (!accelerated_.contains(step)) return true;
    return false;
  }

private:
  void use(std::uint32_t subgraph, const flatbuffers::Vector<std::int32_t>* tensors) {
    for (std::uint32_t i = 0; i < count(tensors); ++i) {
      if (tensors->Get(i) < 0) continue;
      const std::size_t tensor = bases_[subgraph] + static_cast<std::size_t>(tensors->Get(i));
      if (first[tensor] < 0) first[tensor] = now_;
      last[tensor] = now_;
    }
  }

  void walk(std::uint32_t subgraph) {
    const schema::SubGraph& graph = *model_.subgraphs()->Get(subgraph);
    use(subgraph, graph.inputs());
    for (std::uint32_t i = 0; i < count(graph.operators()); ++i) {
      const schema::Operator& op = *graph.operators()->Get(i);
      ++now_;
      if (isAccelerated(model_, op)) accelerated_.insert(now_);
      use(subgraph, op.outputs());
      const schema::Calls calls = schema::callsOf(model_, op);
      for (int n = 0; n < calls.count; ++n) {
        ++now_;
        walk(static_cast<std::uint32_t>(calls.subgraphs[n]));
      }
      use(subgraph, op.inputs());
      use(subgraph, op.outputs());
    }
    use(subgraph, graph.outputs());
  }

  const schema::Model& model_;
  std::set<std::int32_t> accelerated_; // steps
  std::vector<std::size_t> bases_;     // of each subgraph's tensors
  std::int32_t now_ = 0;
};

// By tensor across all subgraphs; 0 for constants, and for what an accelerator shares out itself.
std::vector<std::uint64_t> plannedBytes(const schema::Model& model) {
  std::vector<std::uint64_t> bytes;
  for (std::uint32_t s = 0; s < model.subgraphs()->size(); ++s) {
    const schema::SubGraph& subgraph = *model.subgraphs()->Get(s);
    const std::size_t base = bytes.size();
    for (const schema::Tensor* tensor : *subgraph.tensors()) {
      const schema::Buffer* buffer = model.buffers()->Get(tensor->buffer());
      std::uint64_t size = buffer != nullptr && count(buffer->data()) > 0 ? 0 : elementBytes(tensor->type());
      for (std::uint32_t d = 0; d < count(tensor->shape()); ++d)
        size *= static_cast<std::uint64_t>(tensor->shape()->Get(d));
      bytes.push_back(size);
    }
    for (std::uint32_t i = 0; i < count(subgraph.operators()); ++i)
      forAcceleratorMemory(model, *subgraph.operators()->Get(i), [&](std::size_t tensor) { bytes[base + tensor] = 0; });
  }
  return bytes;
}

std::size_t countTensors(const schema::Model& model) {
  std::size_t tensors = 0;
  for (const schema::SubGraph* subgraph : *model.subgraphs()) tensors += count(subgraph->tensors());
  return tensors;
}

std::string describe(const Placed& placed) {
  return fmt::format("tensor {} (bytes {} to {}, steps {} to {})", placed.tensor, placed.begin, placed.end,
                     placed.first, placed.last);
}

// The first pair that the model itself does not name as one that may, and where one is not part of the other. Each
// against those that begin in it: of tensors that are never in use together there may be many.
std::optional<std::string> overlap(std::vector<Placed> placed, const Lifetimes& lifetimes, const OverlapNote& note,
                                   const std::vector<View>& views) {
  std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) { return a.begin < b.begin; });
  for (std::size_t i = 0; i < placed.size(); ++i)
    for (std::size_t n = i + 1; n < placed.size() && placed[n].begin < placed[i].end; ++n)
      if (!note.names(placed[i].tensor, placed[n].tensor) &&
          !haveSameBytes(views, placed[i].tensor, placed[n].tensor,
                         static_cast<std::int64_t>(placed[n].begin - placed[i].begin)) &&
          lifetimes.kernelsWork(std::max(placed[i].first, placed[n].first), std::min(placed[i].last, placed[n].last)))
        return describe(placed[i]) + " and " + describe(placed[n]);
  return std::nullopt;
}

std::optional<std::string> wrongPlan(const schema::Model& model, std::span<const std::int32_t> words) {
  if (words.size() < schema::kOfflinePlanHeaderWords) return "the offline memory plan in the metadata has no header";
  const std::size_t tensors = countTensors(model);
  const std::span<const std::int32_t> offsets = words.subspan(schema::kOfflinePlanHeaderWords);
  if (static_cast<std::size_t>(words[schema::kOfflinePlanCountWord]) != tensors || offsets.size() < tensors)
    return fmt::format("the offline memory plan says {} offsets and has {}, the model has {} tensors",
                       words[schema::kOfflinePlanCountWord], offsets.size(), tensors);
  for (std::size_t t = 0; t < tensors; ++t)
    if (offsets[t] < schema::kPlacedByPlanner || offsets[t] > schema::kLargestOfflineOffset)
      return fmt::format("the offline memory plan puts tensor {} at offset {}, outside any arena", t, offsets[t]);
  return std::nullopt;
}

std::optional<std::string> overlapOf(const schema::Model& model, std::span<const std::int32_t> words) {
  const std::span<const std::int32_t> offsets = words.subspan(schema::kOfflinePlanHeaderWords);
  const std::vector<std::uint64_t> bytes = plannedBytes(model);
  const Lifetimes lifetimes(model);
  std::vector<Placed> placed;
  for (std::size_t t = 0; t < bytes.size(); ++t) {
    if (offsets[t] < 0 || bytes[t] == 0 || lifetimes.first[t] < 0) continue;
    const auto begin = static_cast<std::uint64_t>(offsets[t]);
    placed.push_back({t, begin, begin + bytes[t], lifetimes.first[t], lifetimes.last[t]});
  }
  return overlap(std::move(placed), lifetimes, overlapNote(model).value_or(OverlapNote()), viewsOf(model));
}

// The first answer of look(words) for an offline plan in the metadata.
template <typename Look>
std::optional<std::string> forPlans(const schema::Model& model, Look look) {
  for (std::uint32_t i = 0; i < count(model.metadata()); ++i) {
    const schema::Metadata& metadata = *model.metadata()->Get(i);
    if (metadata.name() == nullptr || metadata.name()->str() != schema::kOfflinePlanName) continue;
    if (auto found = look(model, wordsOf(*model.buffers()->Get(metadata.buffer())))) return found;
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> wrongOfflinePlan(const schema::Model& model) { return forPlans(model, wrongPlan); }

std::optional<std::string> offlinePlanOverlap(const schema::Model& model) { return forPlans(model, overlapOf); }

} // namespace arenascope::model
