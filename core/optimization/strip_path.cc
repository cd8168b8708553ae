#include "core/optimization/strip_path.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/model/rewrite/row_rules.h"
#include "core/model/rewrite/strip_needs.h"

namespace arenascope::optimization {

using rewrite::GraphOperator;
using rewrite::NewOperator;
using rewrite::NewTensor;
using rewrite::StripBody;
using rewrite::StripCut;
using rewrite::StripParts;
using Edges = StripCut::Edges;

namespace {

// For each byte of the output of new operators, measured on Cortex-M4; other cores have the same proportions.
constexpr std::uint64_t kMoveCycles = 6;
constexpr std::uint64_t kSliceCycles = 14;
constexpr std::uint64_t kLimitCycles = 8; // where values are chosen
constexpr std::uint64_t kStartCycles = 400;
constexpr std::uint64_t kCallCycles = 1500;
constexpr std::int64_t kOperatorTail = 70;
constexpr std::int64_t kTensorTail = 12;
constexpr std::int64_t kJoined = 10; // tensors by one operator
constexpr std::int32_t kRowAxis = 1;

constexpr std::ptrdiff_t kMostStarts = 6; // of operators that pass rows on
constexpr std::size_t kMostLabels = 12;   // for each operator and limit
constexpr std::size_t kMostLimits = 160;  // on the need
constexpr double kMostGrowth = 3;         // of a chain's cycles

// One operator, or a chain in strips.
struct Edge {
  std::int32_t from = 0; // operators
  std::int32_t to = 0;   // behind the last
  std::int64_t head = 0;
  std::int64_t tail = 0;
  std::uint64_t cycles = 0;
  std::optional<StripCut> cut = std::nullopt;
  std::int32_t apartRows = 0; // of strips that are not joined
  std::int32_t readRows = 0;  // of its only input, from strip to strip; 0: it cannot read what is not joined
};

bool isNoBetter(const Edge& a, const Edge& b) { return a.head >= b.head && a.tail >= b.tail && a.cycles >= b.cycles; }

// The memory and time of a strip by itself.
class BodyCosts {
public:
  BodyCosts(const WholeGraph& graph, const StripBody& body, std::uint64_t padCycles)
      : graph_(graph), body_(body), padCycles_(padCycles) {
    findLives();
    for (std::size_t i = 0; i < body.operators.size(); ++i) add(i);
  }

  std::int64_t called = 0; // bytes in use in a subgraph, its ends included
  // In the main graph, where inputs are parts of other tensors: while it reads these, and later.
  std::int64_t reading = 0;
  std::int64_t later = 0;
  std::int64_t scratch = 0;
  std::int64_t tail = 0;
  std::uint64_t cycles = 0;

private:
  struct Life {
    std::size_t first = 0;
    std::size_t last = 0;
    std::int64_t bytes = 0;
    bool isGiven = false; // rows of a tensor from outside
  };

  std::int32_t known() const { return graph_.tensors(); }
  Life* lifeOf(std::int32_t tensor) {
    return tensor < known() ? nullptr : &lives_[static_cast<std::size_t>(tensor - known())];
  }
  const NewTensor& added(std::int32_t tensor) const {
    return body_.tensors[static_cast<std::size_t>(tensor - known())];
  }

  void findLives() {
    lives_.resize(body_.tensors.size());
    for (std::size_t t = 0; t < lives_.size(); ++t)
      lives_[t].bytes = body_.tensors[t].data.empty() ? bytesOf(body_.tensors[t].type, body_.tensors[t].shape) : 0;
    for (const std::int32_t tensor : body_.inputs) lifeOf(tensor)->isGiven = true;
    for (std::size_t i = 0; i < body_.operators.size(); ++i) {
      const GraphOperator& op = body_.operators[i];
      for (const std::int32_t tensor : op.outputs) lifeOf(tensor)->first = lifeOf(tensor)->last = i;
      for (const std::int32_t tensor : op.inputs)
        if (Life* life = lifeOf(tensor)) life->last = i;
    }
    for (const std::int32_t tensor : body_.outputs) lifeOf(tensor)->last = body_.operators.size();
    for (const GraphOperator& op : body_.operators) {
      if (op.original >= 0 || op.axis != kRowAxis) continue;
      // Parts of one tensor lie in it, if they are rows.
      if (op.code == NewOperator::kConcatenation &&
          std::all_of(op.inputs.begin(), op.inputs.end(),
                      [this](std::int32_t tensor) { return lifeOf(tensor)->isGiven; })) {
        Life& joined = *lifeOf(op.outputs.front());
        joined.first = 0;
        joined.isGiven = true;
        for (const std::int32_t tensor : op.inputs) lifeOf(tensor)->bytes = 0;
      } else if (op.code == NewOperator::kSplitV) {
        for (const std::int32_t tensor : op.outputs) {
          lifeOf(op.inputs.front())->last = std::max(lifeOf(op.inputs.front())->last, lifeOf(tensor)->last);
          lifeOf(tensor)->bytes = 0;
        }
      }
    }
  }

  void add(std::size_t step) {
    const GraphOperator& op = body_.operators[step];
    std::int64_t inUse = 0;
    std::int64_t given = 0;
    for (const Life& life : lives_)
      if (life.first <= step && step <= life.last) (life.isGiven ? given : inUse) += life.bytes;
    const Life* input = op.inputs.empty() ? nullptr : lifeOf(op.inputs.front());
    const Life& output = *lifeOf(op.outputs.front());
    tail += kTensorTail * static_cast<std::int64_t>(op.inputs.size() + op.outputs.size());
    std::int64_t shared = 0;
    std::int64_t own = 0;
    if (op.original < 0) {
      tail += kOperatorTail;
      cycles += kStartCycles;
      for (const std::int32_t tensor : op.outputs)
        cycles += cyclesOf(op.code) * static_cast<std::uint64_t>(bytesOf(added(tensor).type, added(tensor).shape));
      if (overlaps() && op.code != NewOperator::kConcatenation && op.code != NewOperator::kSplitV && input != nullptr)
        shared = std::min(input->bytes, output.bytes);
    } else {
      const OperatorCosts& costs = graph_.costs(op.original);
      tail += costs.tailBytes;
      own = costs.scratchBytes;
      scratch += own;
      const auto all = std::max<std::uint64_t>(1, pixelsOf(graph_.tensor(graph_.op(op.original).outputs[0]).shape));
      cycles += kStartCycles + costs.cycles * pixelsOf(added(op.outputs.front()).shape) / all;
      if (input != nullptr) shared = graph_.sharedBytes(op.original, input->bytes, output.bytes);
    }
    if (input != nullptr && input->last > step) shared = 0;
    const bool fromOutside = input != nullptr && input->isGiven;
    called = std::max(called, inUse + given - shared);
    std::int64_t& plain = given > 0 ? reading : later;
    plain = std::max(plain, inUse + own - (fromOutside ? 0 : shared));
  }

  template <typename Shape>
  static std::uint64_t pixelsOf(const Shape& shape) {
    return static_cast<std::uint64_t>(shape[1]) * static_cast<std::uint64_t>(shape[2]);
  }
  std::uint64_t cyclesOf(NewOperator code) const {
    switch (code) {
    case NewOperator::kPad:
    case NewOperator::kPadV2: return padCycles_;
    case NewOperator::kMinimum:
    case NewOperator::kMaximum: return kLimitCycles;
    case NewOperator::kSlice: return kSliceCycles;
    default: return kMoveCycles;
    }
  }

  bool overlaps() const {
    for (std::int32_t i = 0; i < graph_.operators(); ++i)
      if (graph_.costs(i).overlapGap >= 0) return true;
    return false;
  }

  const WholeGraph& graph_;
  const StripBody& body_;
  const std::uint64_t padCycles_;
  std::vector<Life> lives_; // by new tensor
};

class PathSearch {
public:
  PathSearch(const model::Graph& model, const std::vector<OperatorCosts>& costs, planner::Effort& effort,
             const StripWays& ways)
      : graph_(model, costs), effort_(effort), ways_(ways) {}

  std::vector<StripPath> search() {
    for (std::int32_t i = 0; i < graph_.operators(); ++i)
      edges_.push_back({.from = i, .to = i + 1, .head = graph_.needAt(i), .cycles = graph_.costs(i).cycles});
    const std::vector<Edge> whole = edges_;
    peak_ = std::max_element(whole.begin(), whole.end(), [](const Edge& a, const Edge& b) {
              return a.head < b.head;
            })->head;
    for (const rewrite::Region& region : rewrite::regionsOf(graph_.model())) {
      if (effort_.ended()) break;
      addChain(region);
    }
    std::stable_sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.to < b.to; });
    std::vector<StripPath> found;
    for (const std::int64_t limit : limits()) {
      if (!effort_.spend(edges_.size() * kMostLabels)) break;
      pathsWithin(limit, found);
    }
    return best(std::move(found));
  }

private:
  struct Label {
    std::int64_t head = 0;
    std::int64_t tail = 0;
    std::uint64_t cycles = 0;
    std::size_t edge = 0;   // that leads here
    std::size_t before = 0; // label at its beginning
  };

  // Every number of strips of a chain that another one does not beat.
  void addChain(const rewrite::Region& region) {
    std::int64_t need = 0;
    Edge whole{.from = region.first, .to = region.last + 1};
    for (std::int32_t i = region.first; i <= region.last; ++i) {
      whole.head = std::max(whole.head, graph_.needAt(i));
      whole.cycles += graph_.costs(i).cycles;
    }
    need = whole.head;
    std::vector<Edge> chain = {whole};
    const std::int32_t height = rewrite::heightOf(graph_.tensor(graph_.op(region.last).outputs[0]));
    const std::vector<std::int32_t> starts = passStarts(region);
    for (std::int32_t strips = 2; strips <= std::min(height, rewrite::kMostStrips); ++strips) {
      if (rewrite::evenStrips(height, strips) != strips) continue;
      bool tooDear = true;
      bool any = false;
      for (StripCut cut : waysToCut(region, strips, starts)) {
        const auto parts = rewrite::partsOf(graph_.model(), cut);
        if (!parts) continue;
        any = true;
        if (!effort_.spend(static_cast<planner::Steps>(strips) * static_cast<planner::Steps>(whole.to - whole.from) *
                           100))
          break;
        const std::vector<BodyCosts> bodies = bodiesOf(*parts);
        for (const bool shared : {false, true}) {
          if (!shared && cut.edges != Edges::kSeparate) continue;
          cut.apart = false;
          const Edge edge = costed(whole, *parts, bodies, cut, shared);
          tooDear = tooDear && static_cast<double>(edge.cycles) > kMostGrowth * static_cast<double>(whole.cycles);
          addEdge(chain, edge, need);
          cut.apart = cut.edges != Edges::kSeparate && planesReadBy(whole.from) > 0 && whole.to < graph_.operators();
          if (cut.apart) addEdge(chain, costed(whole, *parts, bodies, cut, shared), need);
        }
      }
      if (any && tooDear) break; // and more strips cost more
    }
    addColumns(chain, whole, need);
    for (const Edge& edge : chain)
      if (edge.cut) edges_.push_back(edge);
  }

  // Operators from which on strips can pass rows, the last ones, and -1: none do.
  std::vector<std::int32_t> passStarts(const rewrite::Region& region) const {
    std::vector<std::int32_t> starts = rewrite::operatorsThatPass(graph_.model(), region);
    if (std::ssize(starts) > kMostStarts) starts.erase(starts.begin(), starts.end() - kMostStarts);
    starts.push_back(-1);
    return starts;
  }

  std::vector<StripCut> waysToCut(const rewrite::Region& region, std::int32_t strips,
                                  const std::vector<std::int32_t>& starts) const {
    StripCut cut{.region = region, .strips = strips, .shared = true};
    std::vector<StripCut> ways = {cut};
    if (rewrite::heightOf(graph_.tensor(graph_.op(region.last).outputs[0])) % strips != 0) return ways;
    for (const Edges edges : {Edges::kTogether, Edges::kLikeAll})
      for (const std::int32_t from : starts) {
        cut.edges = edges;
        cut.passesFrom = from;
        ways.push_back(cut);
      }
    return ways;
  }

  // The best of a chain's strips, in parts side by side as well.
  void addColumns(std::vector<Edge>& chain, const Edge& whole, std::int64_t need) {
    const std::vector<Edge> strips = chain;
    for (const Edge& edge : strips) {
      if (!edge.cut || edge.cut->edges == Edges::kSeparate) continue;
      for (const std::int32_t from : columnStarts(edge.cut->region))
        for (std::int32_t columns = 2; columns <= ways_.mostColumns; ++columns) {
          StripCut cut = *edge.cut;
          cut.columns = columns;
          cut.columnsFrom = from;
          const auto parts = rewrite::partsOf(graph_.model(), cut);
          if (!parts || !effort_.spend(static_cast<planner::Steps>(whole.to - whole.from) * 100)) break;
          addEdge(chain, costed(whole, *parts, bodiesOf(*parts), cut, true), need);
        }
    }
  }

  // Operators that make rows longer: what comes in is short.
  std::vector<std::int32_t> columnStarts(const rewrite::Region& region) const {
    std::vector<std::int32_t> starts;
    for (std::int32_t i = region.first; i <= region.last; ++i) {
      const std::int32_t input = graph_.op(i).input(0);
      if (planesReadBy(i) == 0 && input >= 0 &&
          rewrite::rowBytes(graph_.tensor(input)) < rewrite::rowBytes(graph_.tensor(graph_.op(i).outputs[0])))
        starts.push_back(i);
    }
    return starts;
  }

  std::vector<BodyCosts> bodiesOf(const StripParts& parts) const {
    std::vector<BodyCosts> bodies;
    for (const StripBody& body : parts.bodies) bodies.emplace_back(graph_, body, ways_.padCycles);
    return bodies;
  }

  static void addEdge(std::vector<Edge>& chain, const Edge& edge, std::int64_t need) {
    const auto isBetter = [](const Edge& a, const Edge& b) { return a.apartRows == b.apartRows && isNoBetter(b, a); };
    if (edge.head >= need ||
        std::any_of(chain.begin(), chain.end(), [&](const Edge& other) { return isBetter(other, edge); }))
      return;
    std::erase_if(chain, [&](const Edge& other) { return other.cut && isBetter(edge, other); });
    chain.push_back(edge);
  }

  // Channels that an operator's input has apart from each other; 0: it has them together.
  std::int32_t planesReadBy(std::int32_t op) const {
    const auto rule = rewrite::rowRuleOf(graph_.model(), graph_.op(op));
    return rule && rule->kind == rewrite::RowRule::Kind::kPlanes ? graph_.tensor(graph_.op(op).input(0)).shape[1] : 0;
  }

  // Without its costs.
  Edge edgeOf(const Edge& whole, const StripParts& parts, const StripCut& cut, bool shared) const {
    Edge edge{.from = whole.from, .to = whole.to};
    edge.cut = cut;
    edge.cut->shared = shared;
    if (cut.apart) edge.apartRows = parts.rows.front();
    if (cut.edges != Edges::kSeparate && parts.inputs.size() == 1 &&
        graph_.lastOf(parts.inputs.front().tensor) < whole.to) {
      const std::int32_t height = rewrite::heightOf(graph_.tensor(parts.inputs.front().tensor));
      if (height % cut.strips == 0) edge.readRows = height / cut.strips;
    }
    return edge;
  }

  // Bytes around the strips.
  struct Surroundings {
    std::int64_t input = 0; // that can be freed strip by strip
    std::int64_t inputBytes = 0;
    bool aligned = false;
    std::int64_t beside = 0;
    std::vector<std::int64_t> beforeEach;
    std::vector<std::int64_t> behindEach; // once it has read its inputs
  };

  Surroundings around(const Edge& whole, const StripParts& parts, const StripCut& cut) const {
    Surroundings result;
    const std::int32_t output = graph_.op(whole.to - 1).outputs[0];
    const std::int64_t rowBytes = rewrite::rowBytes(graph_.tensor(output));
    std::set<std::int32_t> own = {output};
    result.aligned = rowBytes * parts.rows.front() % model::kTensorAlignment == 0;
    for (std::int32_t i = whole.from; i < whole.to; ++i) own.insert(graph_.op(i).outputs[0]);
    for (const StripParts::Input& each : parts.inputs) {
      result.inputBytes += graph_.bytesInArena(each.tensor);
      if (graph_.lastOf(each.tensor) >= whole.to) continue;
      own.insert(each.tensor);
      result.input += graph_.bytesInArena(each.tensor);
      result.aligned = result.aligned && each.pieceBytes % model::kTensorAlignment == 0;
    }
    result.beside = graph_.bytesBeside(whole.from, whole.to, own);
    // Each plane of the input has free bytes of its own: what is joined fits into those of one.
    const std::int32_t planes = planesReadBy(whole.from);
    const auto inUse = [&](std::int64_t done, std::int64_t left) {
      return planes > 1 && !cut.apart ? result.input + std::max<std::int64_t>(0, done - (result.input - left) / planes)
                                      : done + left;
    };
    std::int64_t done = 0;
    std::int64_t left = result.input;
    for (std::size_t s = 0; s < parts.bodyOf.size(); ++s) {
      result.beforeEach.push_back(result.beside + inUse(done, left));
      for (const StripParts::Input& each : parts.inputs)
        if (own.contains(each.tensor)) left -= each.lastReads[s];
      result.behindEach.push_back(result.beside + inUse(done, left));
      if (s >= parts.unused) done += parts.rows[s] * rowBytes;
    }
    return result;
  }

  Edge costed(const Edge& whole, const StripParts& parts, const std::vector<BodyCosts>& bodies, const StripCut& cut,
              bool shared) const {
    const std::size_t strips = parts.bodyOf.size();
    Edge edge = edgeOf(whole, parts, cut, shared);
    const Surroundings bytes = around(whole, parts, cut);
    const std::int32_t output = graph_.op(whole.to - 1).outputs[0];
    const std::int64_t rowBytes = rewrite::rowBytes(graph_.tensor(output));
    const std::int64_t outputBytes = graph_.bytesInArena(output);
    std::vector<int> alike(bodies.size());
    for (const std::size_t body : parts.bodyOf) ++alike[body];
    const int fewest = cut.edges == Edges::kSeparate ? 2 : 1; // strips, to call a subgraph for them
    edge.head = std::max(bytes.input, outputBytes) + bytes.beside;
    if (!bytes.aligned) edge.head += std::max(bytes.input, outputBytes); // copies
    for (std::size_t s = 0; s < strips; ++s) {
      const BodyCosts& body = bodies[parts.bodyOf[s]];
      const bool isCalled = shared && alike[parts.bodyOf[s]] >= fewest;
      const std::int64_t need = isCalled
                                    ? bytes.beforeEach[s] + rounded(parts.rows[s] * rowBytes) + 2 * parts.passedBytes +
                                          body.called + body.scratch
                                    : std::max(bytes.beforeEach[s] + body.reading, bytes.behindEach[s] + body.later);
      edge.head = std::max(edge.head, need);
      edge.cycles += body.cycles + (isCalled ? kCallCycles : 0);
      edge.tail += isCalled ? kOperatorTail : body.tail;
    }
    for (std::size_t b = 0; b < bodies.size(); ++b)
      if (shared && alike[b] >= fewest) edge.tail += bodies[b].tail;
    const auto joins = static_cast<std::int64_t>(strips + kJoined - 2) / (kJoined - 1);
    edge.cycles += kMoveCycles * static_cast<std::uint64_t>(outputBytes + bytes.inputBytes) + kStartCycles;
    edge.tail += (kOperatorTail + kTensorTail) * joins +
                 kTensorTail * static_cast<std::int64_t>(parts.pieces + strips * (1 + parts.passed));
    for (std::int32_t i = whole.from; i < whole.to; ++i) edge.tail -= graph_.costs(i).tailBytes;
    return edge;
  }

  // Needs of edges, which are all that a limit can be; some of them where there are many.
  std::vector<std::int64_t> limits() const {
    std::set<std::int64_t> needs;
    for (const Edge& edge : edges_)
      if (edge.head <= peak_) needs.insert(edge.head);
    std::vector<std::int64_t> all(needs.begin(), needs.end());
    if (all.size() <= kMostLimits) return all;
    // No path is below the need of some operator: begin there.
    std::int64_t least = 0;
    for (std::int32_t i = 0; i < graph_.operators(); ++i) {
      std::int64_t lowest = peak_;
      for (const Edge& edge : edges_)
        if (edge.from <= i && i < edge.to) lowest = std::min(lowest, edge.head);
      least = std::max(least, lowest);
    }
    all.erase(all.begin(), std::lower_bound(all.begin(), all.end(), least));
    if (all.size() <= kMostLimits) return all;
    std::vector<std::int64_t> some;
    for (std::size_t i = 0; i < kMostLimits; ++i) some.push_back(all[i * (all.size() - 1) / (kMostLimits - 1)]);
    return some;
  }

  void pathsWithin(std::int64_t limit, std::vector<StripPath>& found) const {
    std::vector<std::vector<Label>> labels(static_cast<std::size_t>(graph_.operators()) + 1);
    labels[0].push_back({});
    for (std::size_t begin = 0; begin < edges_.size();) {
      const std::int32_t to = edges_[begin].to;
      std::vector<Label>& here = labels[static_cast<std::size_t>(to)];
      std::size_t end = begin;
      for (; end < edges_.size() && edges_[end].to == to; ++end) {
        const Edge& edge = edges_[end];
        if (edge.head > limit) continue;
        const std::vector<Label>& before = labels[static_cast<std::size_t>(edge.from)];
        for (std::size_t l = 0; l < before.size(); ++l)
          if (canFollow(edge, before[l]))
            here.push_back({std::max(before[l].head, edge.head), before[l].tail + edge.tail,
                            before[l].cycles + edge.cycles, end, l});
      }
      thin(here);
      begin = end;
    }
    for (const Label& last : labels.back()) {
      StripPath path{.cuts = {}, .headBytes = last.head, .tailBytes = last.tail, .cycles = last.cycles};
      const Label* label = &last;
      for (std::int32_t at = graph_.operators(); at > 0;) {
        const Edge& edge = edges_[label->edge];
        if (edge.cut) path.cuts.insert(path.cuts.begin(), *edge.cut);
        at = edge.from;
        label = &labels[static_cast<std::size_t>(at)][label->before];
      }
      found.push_back(std::move(path));
    }
  }

  bool isApart(const Label& label) const { return label.cycles > 0 && edges_[label.edge].apartRows > 0; }
  bool canFollow(const Edge& edge, const Label& before) const {
    return !isApart(before) || (edge.readRows > 0 && edge.readRows % edges_[before.edge].apartRows == 0);
  }

  // Those that no other beats in tail and cycles; what ends in strips that are not joined does not fit every edge.
  void thin(std::vector<Label>& labels) const {
    const auto middle =
        std::stable_partition(labels.begin(), labels.end(), [this](const Label& l) { return isApart(l); });
    std::vector<Label> apart(labels.begin(), middle);
    labels.erase(labels.begin(), middle);
    thinAlike(labels);
    thinAlike(apart);
    labels.insert(labels.end(), apart.begin(), apart.end());
  }
  static void thinAlike(std::vector<Label>& labels) {
    std::stable_sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) {
      return std::tuple(a.tail, a.cycles, a.head) < std::tuple(b.tail, b.cycles, b.head);
    });
    std::vector<Label> kept;
    for (const Label& label : labels)
      if (kept.empty() || label.cycles < kept.back().cycles) kept.push_back(label);
    labels.clear();
    const std::size_t number = std::min(kept.size(), kMostLabels);
    for (std::size_t i = 0; i < number; ++i)
      labels.push_back(kept[kept.size() <= kMostLabels ? i : i * (kept.size() - 1) / (kMostLabels - 1)]);
  }

  static std::vector<StripPath> best(std::vector<StripPath> found) {
    std::stable_sort(found.begin(), found.end(), [](const StripPath& a, const StripPath& b) {
      return std::tuple(a.arenaBytes(), a.cycles, a.cuts.size()) < std::tuple(b.arenaBytes(), b.cycles, b.cuts.size());
    });
    std::vector<StripPath> kept;
    for (StripPath& path : found)
      if (kept.empty() || path.cycles < kept.back().cycles) kept.push_back(std::move(path));
    return kept;
  }

  WholeGraph graph_;
  planner::Effort& effort_;
  const StripWays ways_;
  std::vector<Edge> edges_; // by the operator they lead to
  std::int64_t peak_ = 0;   // of the model itself
};

} // namespace

std::vector<StripPath> bestStripPaths(const model::Graph& model, const std::vector<OperatorCosts>& costs,
                                      planner::Effort& effort, const StripWays& ways) {
  return model.main().operators.empty() ? std::vector<StripPath>() : PathSearch(model, costs, effort, ways).search();
}

} // namespace arenascope::optimization
