#include "core/model/validate/offline_plan_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include "core/model/graph/accelerator.h"
#include "core/model/graph/overlap_note.h"
#include "core/model/graph/views.h"

namespace arenascope::model {

namespace {

struct Steps {
  std::int32_t first = -1; // in the planner's numbering
  std::int32_t last = -1;
};

struct Placed {
  std::size_t tensor = 0; // across all subgraphs
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::int32_t first = -1; // in the planner's numbering
  std::int32_t last = -1;
  std::size_t subgraph = 0;
  std::int32_t firstWithin = -1; // in the subgraph's own numbering
  std::int32_t lastWithin = -1;
  std::vector<Steps> uses = {}; // in use at these steps only

  // Of tensors of a called subgraph, which hold nothing between its calls, only those in use at once within it.
  bool isNeverWith(const Placed& other) const {
    if (subgraph > 0 && subgraph == other.subgraph)
      return lastWithin < other.firstWithin || other.lastWithin < firstWithin;
    return std::none_of(uses.begin(), uses.end(), [&](const Steps& own) {
      return std::any_of(other.uses.begin(), other.uses.end(),
                         [&](const Steps& each) { return own.first <= each.last && each.first <= own.last; });
    });
  }
};

// When each tensor is in use, counted as the planner does.
class Lifetimes {
public:
  explicit Lifetimes(const Graph& graph) : graph_(graph) {
    for (const Subgraph& subgraph : graph.subgraphs) {
      bases_.push_back(first.size());
      first.resize(first.size() + subgraph.tensors.size(), -1);
    }
    last = first;
    calls_.resize(graph.subgraphs.size());
    walk(0);
    for (std::size_t s = 0; s < graph.subgraphs.size(); ++s) walkWithin(s);
  }

  std::vector<std::int32_t> first;
  std::vector<std::int32_t> last;
  std::vector<std::size_t> subgraph;     // likewise by tensor
  std::vector<std::int32_t> firstWithin; // in use in its subgraph, by that subgraph's operators
  std::vector<std::int32_t> lastWithin;

  // Of a tensor. IF alone leaves nothing in a subgraph from one call to the next; variables keep what they have.
  std::vector<Steps> usesOf(std::size_t tensor) const {
    const std::size_t number = subgraph[tensor];
    const bool isVariable = graph_.subgraphs[number].tensors[tensor - bases_[number]].isVariable;
    if (number == 0 || isVariable || calledOtherwise_.contains(number)) return {{first[tensor], last[tensor]}};
    return calls_[number];
  }

  // Whether there is a step from one to another at which the interpreter's own kernels work. An accelerator's operator
  // takes its tensors for places in memory that it shares out itself.
  bool kernelsWork(std::int32_t from, std::int32_t to) const {
    for (std::int32_t step = from; step <= to; ++step)
      if (!accelerated_.contains(step)) return true;
    return false;
  }

private:
  void use(std::size_t subgraph, std::span<const std::int32_t> tensors) {
    for (const std::int32_t number : tensors) {
      if (number < 0) continue;
      const std::size_t tensor = bases_[subgraph] + static_cast<std::size_t>(number);
      if (first[tensor] < 0) first[tensor] = now_;
      last[tensor] = now_;
    }
  }

  void walk(std::size_t number) {
    const Subgraph& subgraph = graph_.subgraphs[number];
    use(number, subgraph.inputs);
    for (const Operator& op : subgraph.operators) {
      ++now_;
      if (isAccelerated(op)) accelerated_.insert(now_);
      use(number, op.outputs);
      const std::int32_t begin = now_;
      for (const SubgraphId called : op.calls) {
        ++now_;
        walk(called.position());
      }
      for (const SubgraphId called : op.calls) {
        calls_[called.position()].push_back({begin, now_});
        if (!op.isBuiltin("IF")) calledOtherwise_.insert(called.position());
      }
      use(number, op.inputs);
      use(number, op.outputs);
    }
    use(number, subgraph.outputs);
  }

  void walkWithin(std::size_t number) {
    const Subgraph& own = graph_.subgraphs[number];
    subgraph.resize(subgraph.size() + own.tensors.size(), number);
    firstWithin.resize(subgraph.size(), -1);
    lastWithin.resize(subgraph.size(), -1);
    std::int32_t now = 0;
    const auto useWithin = [&](std::span<const std::int32_t> tensors) {
      for (const std::int32_t tensor : tensors) {
        if (tensor < 0) continue;
        const std::size_t place = bases_[number] + static_cast<std::size_t>(tensor);
        if (firstWithin[place] < 0) firstWithin[place] = now;
        lastWithin[place] = now;
      }
    };
    useWithin(own.inputs);
    for (const Operator& op : own.operators) {
      ++now;
      useWithin(op.outputs);
      useWithin(op.inputs);
    }
    useWithin(own.outputs);
  }

  const Graph& graph_;
  std::set<std::int32_t> accelerated_;    // steps
  std::vector<std::vector<Steps>> calls_; // by subgraph
  std::set<std::size_t> calledOtherwise_; // subgraphs that not only IF calls
  std::vector<std::size_t> bases_;        // of each subgraph's tensors
  std::int32_t now_ = 0;
};

// By tensor across all subgraphs; 0 for constants, and for what an accelerator shares out itself.
std::vector<std::uint64_t> plannedBytes(const Graph& graph) {
  std::vector<std::uint64_t> bytes;
  for (const Subgraph& subgraph : graph.subgraphs) {
    const std::size_t base = bytes.size();
    for (const Tensor& tensor : subgraph.tensors) {
      std::uint64_t size = graph.isConstant(tensor) ? 0 : elementBytes(tensor.type);
      for (const std::int32_t length : tensor.shape) size *= static_cast<std::uint64_t>(length);
      bytes.push_back(size);
    }
    for (const Operator& op : subgraph.operators)
      forAcceleratorMemory(op, [&](std::size_t tensor) { bytes[base + tensor] = 0; });
  }
  return bytes;
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
          !placed[i].isNeverWith(placed[n]) &&
          lifetimes.kernelsWork(std::max(placed[i].first, placed[n].first), std::min(placed[i].last, placed[n].last)))
        return describe(placed[i]) + " and " + describe(placed[n]);
  return std::nullopt;
}

std::optional<std::string> overlapOf(const Graph& graph, std::span<const std::int32_t> offsets) {
  const std::vector<std::uint64_t> bytes = plannedBytes(graph);
  const Lifetimes lifetimes(graph);
  std::vector<Placed> placed;
  for (std::size_t t = 0; t < bytes.size(); ++t) {
    if (offsets[t] < 0 || bytes[t] == 0 || lifetimes.first[t] < 0) continue;
    const auto begin = static_cast<std::uint64_t>(offsets[t]);
    placed.push_back({t, begin, begin + bytes[t], lifetimes.first[t], lifetimes.last[t], lifetimes.subgraph[t],
                      lifetimes.firstWithin[t], lifetimes.lastWithin[t], lifetimes.usesOf(t)});
  }
  return overlap(std::move(placed), lifetimes, graph.overlap.value_or(OverlapNote()), viewsOf(graph));
}

} // namespace

std::optional<std::string> offlinePlanOverlap(const Graph& graph) {
  for (const std::span<const std::int32_t> offsets : graph.offlinePlans)
    if (auto found = overlapOf(graph, offsets)) return found;
  return std::nullopt;
}

} // namespace arenascope::model
