#include "core/model/rewrite/strips.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "core/model/graph/strip_names.h"
#include "core/model/graph/view.h"
#include "core/model/rewrite/row_rules.h"

namespace arenascope::rewrite {

namespace {

constexpr std::size_t kMostJoined = 10; // inputs of a CONCATENATION
constexpr std::int32_t kRowAxis = 1;
constexpr std::int32_t kBeyond = std::numeric_limits<std::int32_t>::max(); // used after the last operator

bool isJoinable(model::Type type) {
  return type == model::Type::kInt8 || type == model::Type::kInt16 || type == model::Type::kFloat32;
}

// The main graph, and what is asked of it often: read once.
class MainGraph {
public:
  explicit MainGraph(const model::Graph& model) : model_(model), graph_(model.main()) {
    for (std::int32_t i = 0; i < operators(); ++i) {
      rules_.push_back(rowRuleOf(model, op(i)));
      if (rules_.back() && !hasJoinableRows(i)) rules_.back().reset();
      for (const std::int32_t tensor : op(i).inputs) lastUse_[tensor] = i;
    }
    for (const std::int32_t tensor : graph_.outputs) lastUse_[tensor] = kBeyond;
  }

  std::int32_t operators() const { return static_cast<std::int32_t>(graph_.operators.size()); }
  const model::Operator& op(std::int32_t i) const { return graph_.operators[static_cast<std::size_t>(i)]; }
  bool hasRule(std::int32_t i) const { return rules_[static_cast<std::size_t>(i)].has_value(); }
  const RowRule& rule(std::int32_t i) const { return *rules_[static_cast<std::size_t>(i)]; }
  std::int32_t outputOf(std::int32_t i) const { return op(i).outputs[0]; }
  const model::Tensor& tensor(std::int32_t t) const { return graph_.tensors[static_cast<std::size_t>(t)]; }
  std::int32_t tensors() const { return static_cast<std::int32_t>(graph_.tensors.size()); }
  bool isConstant(std::int32_t t) const { return model_.isConstant(tensor(t)); }
  // The last operator that reads the tensor; -1: none does.
  std::int32_t lastUseOf(std::int32_t tensor) const {
    const auto use = lastUse_.find(tensor);
    return use == lastUse_.end() ? -1 : use->second;
  }

private:
  bool hasJoinableRows(std::int32_t i) const {
    if (!isJoinable(tensor(outputOf(i)).type)) return false;
    for (std::size_t n = 0; n < op(i).inputs.size(); ++n)
      if (rule(i).sliced[n] && !isJoinable(tensor(op(i).inputs[n]).type)) return false;
    return true;
  }

  const model::Graph& model_;
  const model::Subgraph& graph_;
  std::vector<std::optional<RowRule>> rules_;    // by operator
  std::map<std::int32_t, std::int32_t> lastUse_; // by tensor: an operator
};

// Whether the operator takes all rows of one of these tensors for any row of its own.
bool readsWhole(const MainGraph& graph, std::int32_t op, const std::set<std::int32_t>& tensors) {
  for (std::size_t n = 0; n < graph.op(op).inputs.size(); ++n)
    if (!graph.rule(op).sliced[n] && tensors.contains(graph.op(op).inputs[n])) return true;
  return false;
}

bool isAlike(const GraphOperator& a, const GraphOperator& b) {
  return a.original == b.original && a.isChanged == b.isChanged && a.code == b.code && a.inputs == b.inputs &&
         a.outputs == b.outputs;
}
bool isAlike(const NewTensor& a, const NewTensor& b) {
  return a.like == b.like && a.type == b.type && a.shape == b.shape && a.data == b.data;
}
// Whatever rows they stand for.
bool isAlike(const StripBody& a, const StripBody& b) {
  const auto same = [](const auto& x, const auto& y) { return isAlike(x, y); };
  const auto are = [&same](const auto& x, const auto& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), same);
  };
  return a.inputs == b.inputs && a.outputs == b.outputs && are(a.operators, b.operators) && are(a.tensors, b.tensors);
}

class Cutter {
public:
  Cutter(const MainGraph& graph, const StripCut& cut, StripGraph& result)
      : graph_(graph), cut_(cut), region_(cut.region), result_(result) {}

  bool cut() {
    if (!findStrips() || !splitInputs()) return false;
    if (cut_.shared) findBodies();
    if (failed_) return false;
    const std::int32_t whole = graph_.outputOf(region_.last);
    std::vector<Part> parts(strips_.size());
    for (std::size_t n = 0; n < strips_.size(); ++n) {
      const std::size_t s = cut_.fromEnd ? strips_.size() - 1 - n : n;
      parts[s] = {cut_.shared && alike_[bodyOf_[s]] > 1 ? call(s) : compute(s), strips_[s]};
      if (failed_) return false;
      layInto(whole, strips_[s], parts[s].tensor);
    }
    join(whole, std::move(parts), whole);
    return true;
  }

  std::optional<StripParts> parts() {
    if (!findStrips() || !splitInputs()) return std::nullopt;
    findBodies();
    if (failed_) return std::nullopt;
    StripParts result{.bodies = std::move(bodies_), .bodyOf = std::move(bodyOf_)};
    for (const Rows& strip : strips_) result.rows.push_back(strip.count());
    for (const auto& [tensor, pieces] : pieces_) {
      result.pieces += pieces.size();
      result.inputs.push_back({tensor, std::vector<std::int64_t>(strips_.size())});
      for (const Rows& piece : pieces)
        if (const auto last = lastReader(tensor, piece))
          result.inputs.back().lastReads[*last] += rowBytes(graph_.tensor(tensor)) * piece.count();
    }
    return result;
  }

private:
  struct Part {
    std::int32_t tensor = -1;
    Rows rows;
  };
  // Rows of a tensor from outside, or all of one that has no rows.
  struct Given {
    std::int32_t tensor = -1;
    std::optional<Rows> rows;
    bool operator==(const Given&) const = default;
  };

  bool findStrips() {
    const std::int32_t height = heightOf(graph_.tensor(graph_.outputOf(region_.last)));
    const std::int32_t number = cut_.strips;
    if (number < 2 || number > kMostStrips || number > height) return false;
    if (cut_.shared && number != evenStrips(height, number)) return false;
    const std::int32_t rows = (height + number - 1) / number;
    for (std::int32_t s = 0; s < number; ++s)
      strips_.push_back(cut_.shared ? Rows{rows * s, std::min(height, rows * (s + 1))}
                                    : Rows{height * s / number, height * (s + 1) / number});
    collectRanges(strips_);
    return true;
  }

  // The strip's last tensor.
  std::int32_t compute(std::size_t strip) {
    made_.clear();
    taken_.clear();
    need_ = needsOf(strips_[strip]);
    for (std::int32_t i = region_.first; i <= region_.last && !failed_; ++i) emit(i);
    return failed_ ? -1 : made_.at(graph_.outputOf(region_.last));
  }

  // Computes each strip by itself, and keeps those that differ.
  void findBodies() {
    for (std::size_t s = 0; s < strips_.size() && !failed_; ++s) {
      StripBody body;
      body_ = &body;
      given_.clear();
      const std::int32_t output = compute(s);
      body_ = nullptr;
      if (failed_) return;
      body.outputs = {output};
      givenOf_.push_back(std::move(given_));
      const auto known =
          std::find_if(bodies_.begin(), bodies_.end(), [&](const StripBody& other) { return isAlike(other, body); });
      bodyOf_.push_back(static_cast<std::size_t>(known - bodies_.begin()));
      if (known == bodies_.end()) bodies_.push_back(std::move(body)), alike_.push_back(0);
      // What has nothing to prepare is not worth a call.
      alike_[bodyOf_.back()] += bodies_[bodyOf_.back()].operators.empty() ? 0 : 1;
    }
  }

  std::int32_t call(std::size_t strip) {
    const std::size_t body = bodyOf_[strip];
    const auto [number, isNew] = called_.try_emplace(body, static_cast<std::int32_t>(result_.bodies.size()));
    if (isNew) result_.bodies.push_back(bodies_[body]);
    GraphOperator op{.code = NewOperator::kIf, .body = number->second};
    op.inputs = {addConstant(std::vector<std::uint8_t>{1}, {1}, "always", -1, model::Type::kBool)};
    for (const Given& given : givenOf_[strip])
      op.inputs.push_back(given.rows ? piece(given.tensor, *given.rows) : given.tensor);
    op.outputs = {addRows(graph_.outputOf(region_.last), strips_[strip])};
    result_.operators.push_back(op);
    return op.outputs.front();
  }

  // Of the strips in the order in which they run.
  std::optional<std::size_t> lastReader(std::int32_t tensor, const Rows& rows) const {
    std::optional<std::size_t> last;
    for (std::size_t s = 0; s < givenOf_.size(); ++s)
      if (const auto& given = givenOf_[s];
          std::find(given.begin(), given.end(), Given{tensor, rows}) != given.end() && !(last && cut_.fromEnd))
        last = s;
    return last;
  }

  // A piece of a tensor that comes from outside.
  std::int32_t piece(std::int32_t tensor, const Rows& rows) {
    if (body_ != nullptr) return give({tensor, rows});
    return pieces_.at(tensor).size() == 1 ? tensor : parts_.at({tensor, tensor, rows.begin, rows.end});
  }

  // As an input of the strip's own graph.
  std::int32_t give(const Given& given) {
    const auto known = std::find(given_.begin(), given_.end(), given);
    if (known != given_.end()) return body_->inputs[static_cast<std::size_t>(known - given_.begin())];
    given_.push_back(given);
    const model::Tensor& old = graph_.tensor(given.tensor);
    body_->inputs.push_back(given.rows ? addRows(given.tensor, *given.rows)
                                       : add({.like = given.tensor,
                                              .name = std::string(old.name),
                                              .type = old.type,
                                              .shape = {old.shape.begin(), old.shape.end()}}));
    return body_->inputs.back();
  }

  std::vector<NewTensor>& tensors() { return body_ != nullptr ? body_->tensors : result_.tensors; }
  std::vector<GraphOperator>& operators() { return body_ != nullptr ? body_->operators : result_.operators; }

  // Adjoining rows in one tensor, `result` if there is one.
  std::int32_t join(std::int32_t tensor, std::vector<Part> parts, std::int32_t result = -1) {
    while (parts.size() > 1) {
      const bool isLast = parts.size() <= kMostJoined;
      std::vector<Part> larger;
      for (std::size_t i = 0; i < parts.size(); i += kMostJoined) {
        const std::size_t end = std::min(parts.size(), i + kMostJoined);
        const Rows rows = {parts[i].rows.begin, parts[end - 1].rows.end};
        if (end - i == 1) {
          larger.push_back(parts[i]);
          continue;
        }
        GraphOperator op;
        for (std::size_t n = i; n < end; ++n) op.inputs.push_back(parts[n].tensor);
        const std::int32_t joined = isLast && result >= 0 ? result : addRows(tensor, rows);
        layInto(tensor, rows, joined);
        op.outputs = {joined};
        operators().push_back(std::move(op));
        larger.push_back({joined, rows});
      }
      parts = std::move(larger);
    }
    return parts.front().tensor;
  }

  bool isMadeHere(std::int32_t tensor) const {
    for (std::int32_t i = region_.first; i <= region_.last; ++i)
      if (graph_.outputOf(i) == tensor) return true;
    return false;
  }

  // The rows of an input that an operator takes for rows of its output.
  Rows inputRows(std::int32_t op, std::int32_t tensor, const Rows& output) const {
    const Rows needed = graph_.rule(op).needed(output);
    return {std::max(0, needed.begin), std::min(heightOf(graph_.tensor(tensor)), needed.end)};
  }

  // Of each tensor, the rows that a strip of the last output needs.
  std::map<std::int32_t, Rows> needsOf(const Rows& strip) const {
    std::map<std::int32_t, Rows> needs = {{graph_.outputOf(region_.last), strip}};
    for (std::int32_t i = region_.last; i >= region_.first; --i)
      for (std::size_t n = 0; n < graph_.op(i).inputs.size(); ++n) {
        if (!graph_.rule(i).sliced[n]) continue;
        const std::int32_t tensor = graph_.op(i).inputs[n];
        needs[tensor] = hull(needs[tensor], inputRows(i, tensor, needs[graph_.outputOf(i)]));
      }
    return needs;
  }

  // What all strips take of tensors that come from outside.
  void collectRanges(const std::vector<Rows>& strips) {
    for (const Rows& strip : strips) {
      const std::map<std::int32_t, Rows> needs = needsOf(strip);
      for (std::int32_t i = region_.first; i <= region_.last; ++i)
        for (std::size_t n = 0; n < graph_.op(i).inputs.size(); ++n) {
          const std::int32_t tensor = graph_.op(i).inputs[n];
          if (graph_.rule(i).sliced[n] && !isMadeHere(tensor))
            ranges_[tensor].push_back(inputRows(i, tensor, needs.at(graph_.outputOf(i))));
        }
    }
  }

  // Splits each of these once, wherever a strip begins or ends.
  bool splitInputs() {
    for (const auto& [tensor, ranges] : ranges_) {
      const std::int32_t height = heightOf(graph_.tensor(tensor));
      std::set<std::int32_t> cuts = {0, height};
      for (const Rows& rows : ranges) {
        if (rows.count() <= 0) return false;
        cuts.insert({rows.begin, rows.end});
      }
      std::vector<Rows>& pieces = pieces_[tensor];
      for (auto at = cuts.begin(); std::next(at) != cuts.end(); ++at) pieces.push_back({*at, *std::next(at)});
      if (pieces.size() > 1) split(tensor, tensor, pieces);
    }
    return true;
  }

  std::string nameOf(std::int32_t like, const Rows& rows) const {
    return model::stripName(std::string(graph_.tensor(like).name), rows.begin, rows.end - 1);
  }

  std::int32_t add(NewTensor tensor) {
    tensors().push_back(std::move(tensor));
    return graph_.tensors() + static_cast<std::int32_t>(tensors().size()) - 1;
  }

  std::int32_t addRows(std::int32_t like, const Rows& rows, const Borders& borders = {}) {
    const model::Tensor& old = graph_.tensor(like);
    std::vector<std::int32_t> shape(old.shape.begin(), old.shape.end());
    shape[1] = rows.count() + borders.top + borders.bottom;
    shape[2] += borders.left + borders.right;
    return add({.like = like, .name = nameOf(like, rows), .type = old.type, .shape = std::move(shape)});
  }

  // Rows of a tensor have their place in it, where that is as aligned as tensors are.
  void layInto(std::int32_t whole, const Rows& rows, std::int32_t part) {
    const std::int64_t offset = rowBytes(graph_.tensor(whole)) * rows.begin;
    if (offset % model::kTensorAlignment != 0 || part < graph_.tensors() || body_ != nullptr) return;
    NewTensor& tensor = result_.tensors[static_cast<std::size_t>(part - graph_.tensors())];
    if (tensor.whole < 0) tensor.whole = whole, tensor.offset = offset;
  }

  template <typename T>
  std::int32_t addConstant(const std::vector<T>& numbers, std::vector<std::int32_t> shape, const char* name,
                           std::int32_t like = -1, model::Type type = model::Type::kInt32) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(numbers.data());
    NewTensor tensor{.like = like, .name = name, .type = type, .shape = std::move(shape)};
    tensor.data.assign(bytes, bytes + numbers.size() * sizeof(T));
    // The same numbers are there once.
    for (std::size_t i = 0; i < tensors().size(); ++i) {
      const NewTensor& old = tensors()[i];
      if (old.data == tensor.data && old.shape == tensor.shape && old.type == type && old.like == like)
        return graph_.tensors() + static_cast<std::int32_t>(i);
    }
    return add(std::move(tensor));
  }

  // `source` has the rows of all pieces.
  void split(std::int32_t tensor, std::int32_t source, const std::vector<Rows>& pieces) {
    std::vector<std::int32_t> sizes;
    GraphOperator op{.code = NewOperator::kSplitV};
    for (const Rows& rows : pieces) {
      sizes.push_back(rows.count());
      op.outputs.push_back(addRows(tensor, rows));
      if (source == tensor) layInto(tensor, rows, op.outputs.back());
      parts_[{tensor, source, rows.begin, rows.end}] = op.outputs.back();
    }
    const auto number = static_cast<std::int32_t>(sizes.size());
    op.inputs = {source, addConstant(sizes, {number}, "rows"), addConstant(std::vector{kRowAxis}, {}, "axis")};
    operators().push_back(std::move(op));
  }

  // A tensor with these rows of the tensor.
  std::int32_t take(std::int32_t tensor, const Rows& rows) {
    const auto known = taken_.find({tensor, rows.begin, rows.end});
    if (known != taken_.end()) return known->second;
    const std::int32_t taken = isMadeHere(tensor) ? takeMade(tensor, rows) : takeGiven(tensor, rows);
    taken_[{tensor, rows.begin, rows.end}] = taken;
    return taken;
  }

  std::int32_t takeMade(std::int32_t tensor, const Rows& rows) {
    const std::int32_t source = made_.at(tensor);
    const Rows all = need_.at(tensor);
    if (rows == all) return source;
    std::vector<Rows> pieces;
    for (const Rows& piece : {Rows{all.begin, rows.begin}, rows, Rows{rows.end, all.end}})
      if (piece.count() > 0) pieces.push_back(piece);
    split(tensor, source, pieces);
    return parts_.at({tensor, source, rows.begin, rows.end});
  }

  std::int32_t takeGiven(std::int32_t tensor, const Rows& rows) {
    std::vector<Part> joined;
    for (const Rows& each : pieces_.at(tensor))
      if (rows.begin <= each.begin && each.end <= rows.end) joined.push_back({piece(tensor, each), each});
    return join(tensor, std::move(joined));
  }

  // What lies around an image does not change the largest value in it.
  std::int32_t lowest(std::int32_t like) {
    const model::Type type = graph_.tensor(like).type;
    constexpr const char* kName = "lowest";
    if (type == model::Type::kInt8)
      return addConstant(std::vector{std::numeric_limits<std::int8_t>::lowest()}, {1}, kName, like, type);
    if (type == model::Type::kInt16)
      return addConstant(std::vector{std::numeric_limits<std::int16_t>::lowest()}, {1}, kName, like, type);
    return addConstant(std::vector{std::numeric_limits<float>::lowest()}, {1}, kName, like, type);
  }

  // What a PAD reads.
  std::int32_t addBorders(const Borders& borders) {
    const std::vector<std::int32_t> around = {0, 0, borders.top, borders.bottom, borders.left, borders.right, 0, 0};
    return addConstant(around, {4, 2}, "borders");
  }

  std::int32_t pad(std::int32_t tensor, std::int32_t source, const Rows& rows, const Borders& borders, bool largest) {
    const std::int32_t padded = addRows(tensor, rows, borders);
    GraphOperator op{.code = largest ? NewOperator::kPadV2 : NewOperator::kPad,
                     .inputs = {source, addBorders(borders)},
                     .outputs = {padded}};
    if (largest) op.inputs.push_back(lowest(tensor));
    operators().push_back(std::move(op));
    return padded;
  }

  // Of the borders of the whole, those that these rows of the input touch.
  Borders bordersAt(std::int32_t op, const Rows& output) const {
    const RowRule& rule = graph_.rule(op);
    const Rows needed = rule.needed(output);
    const std::int32_t height = heightOf(graph_.tensor(graph_.op(op).inputs[0]));
    return {std::max(0, -needed.begin), std::max(0, needed.end - height), rule.borders.left, rule.borders.right};
  }

  void emit(std::int32_t number) {
    const model::Operator& old = graph_.op(number);
    const RowRule& rule = graph_.rule(number);
    const std::int32_t result = graph_.outputOf(number);
    const Rows rows = need_.at(result);
    GraphOperator op{.original = number, .isChanged = true};
    for (std::size_t n = 0; n < old.inputs.size(); ++n) {
      const std::int32_t tensor = old.inputs[n];
      if (rule.sliced[n] && inputRows(number, tensor, rows).count() <= 0) {
        failed_ = true; // a strip of nothing but border
        return;
      }
      const bool isGiven = body_ != nullptr && tensor >= 0 && !graph_.isConstant(tensor);
      op.inputs.push_back(rule.sliced[n] ? take(tensor, inputRows(number, tensor, rows))
                          : isGiven      ? give({tensor, std::nullopt})
                                         : tensor);
    }
    if (rule.kind != RowRule::Kind::kSame) {
      const Borders borders = bordersAt(number, rows);
      const std::int32_t tensor = old.inputs[0];
      if (rule.kind == RowRule::Kind::kBorder) {
        if (!borders.any()) {
          made_[result] = op.inputs[0];
          return;
        }
        op.inputs[1] = addBorders(borders);
      } else if (borders.any()) {
        op.inputs[0] =
            pad(tensor, op.inputs[0], inputRows(number, tensor, rows), borders, old.isBuiltin("MAX_POOL_2D"));
      }
    }
    made_[result] = addRows(result, rows);
    op.outputs = {made_[result]};
    operators().push_back(std::move(op));
  }

  const MainGraph& graph_;
  const StripCut& cut_;
  const Region& region_;
  StripGraph& result_;
  std::vector<Rows> strips_;  // of the last output
  StripBody* body_ = nullptr; // where a strip is computed by itself; otherwise that is in the main graph
  std::vector<Given> given_;  // to it, by input
  std::vector<StripBody> bodies_;
  std::vector<int> alike_;                                    // by body: strips
  std::vector<std::size_t> bodyOf_;                           // by strip
  std::vector<std::vector<Given>> givenOf_;                   // by strip
  std::map<std::size_t, std::int32_t> called_;                // by body: its number in the result
  std::map<std::int32_t, std::vector<Rows>> ranges_;          // of tensors from outside: what strips take
  std::map<std::int32_t, std::vector<Rows>> pieces_;          // the same: what they are split into
  std::map<std::array<std::int32_t, 4>, std::int32_t> parts_; // of a tensor, split from a source, with rows: the piece
  std::map<std::int32_t, Rows> need_;                         // of the strip: by tensor
  std::map<std::int32_t, std::int32_t> made_;                 // of the strip: what stands for a tensor of the region
  std::map<std::array<std::int32_t, 3>, std::int32_t> taken_; // of the strip: by tensor and rows
  bool failed_ = false;
};

} // namespace

std::int32_t evenStrips(std::int32_t height, std::int32_t strips) {
  const std::int32_t rows = (height + strips - 1) / strips;
  return (height + rows - 1) / rows;
}

std::optional<StripParts> partsOf(const model::Graph& model, const StripCut& cut) {
  const MainGraph graph(model);
  StripGraph aside;
  return Cutter(graph, cut, aside).parts();
}

std::vector<Region> regionsOf(const model::Graph& model) {
  const MainGraph graph(model);
  std::vector<Region> regions;
  for (std::int32_t first = 0; first < graph.operators(); ++first) {
    std::set<std::int32_t> made;   // by the operators so far
    std::int32_t furthest = first; // operator that uses one of these
    for (std::int32_t last = first; last < graph.operators() && graph.hasRule(last); ++last) {
      if (readsWhole(graph, last, made)) break;
      const std::int32_t output = graph.outputOf(last);
      if (furthest <= last && heightOf(graph.tensor(output)) > 1) regions.push_back({first, last});
      const std::int32_t use = graph.lastUseOf(output);
      if (use <= last || use == kBeyond) break;
      furthest = std::max(furthest, use);
      made.insert(output);
    }
  }
  return regions;
}

std::optional<StripGraph> cutIntoStrips(const model::Graph& model, const std::vector<StripCut>& cuts) {
  const MainGraph graph(model);
  StripGraph result;
  std::int32_t next = 0;
  const auto keepUntil = [&](std::int32_t end) {
    for (; next < end; ++next) result.operators.push_back({.original = next});
  };
  for (const StripCut& cut : cuts) {
    keepUntil(cut.region.first);
    if (!Cutter(graph, cut, result).cut()) return std::nullopt;
    next = cut.region.last + 1;
  }
  keepUntil(graph.operators());
  return result;
}

} // namespace arenascope::rewrite
