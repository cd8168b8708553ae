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
  explicit MainGraph(const model::Graph& model) : graph_(model.main()) {
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

class Cutter {
public:
  Cutter(const MainGraph& graph, const Region& region, StripGraph& result)
      : graph_(graph), region_(region), result_(result) {}

  bool cut(std::int32_t number, bool fromEnd) {
    const std::int32_t whole = graph_.outputOf(region_.last);
    const std::int32_t height = heightOf(graph_.tensor(whole));
    if (number < 2 || number > kMostStrips || number > height) return false;
    std::vector<Rows> strips;
    for (std::int32_t s = 0; s < number; ++s) strips.push_back({height * s / number, height * (s + 1) / number});
    collectRanges(strips);
    if (!splitInputs()) return false;
    std::vector<std::int32_t> parts(strips.size());
    for (std::size_t n = 0; n < strips.size(); ++n) {
      const std::size_t s = fromEnd ? strips.size() - 1 - n : n;
      const Rows& strip = strips[s];
      made_.clear();
      taken_.clear();
      need_ = needsOf(strip);
      for (std::int32_t i = region_.first; i <= region_.last && !failed_; ++i) emit(i);
      if (failed_) return false;
      parts[s] = made_.at(whole);
      layInto(whole, strip, parts[s]);
    }
    result_.operators.push_back({.inputs = parts, .outputs = {whole}});
    return true;
  }

private:
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
    result_.tensors.push_back(std::move(tensor));
    return graph_.tensors() + static_cast<std::int32_t>(result_.tensors.size()) - 1;
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
    if (offset % model::kTensorAlignment != 0 || part < graph_.tensors()) return;
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
    for (std::size_t i = 0; i < result_.tensors.size(); ++i) {
      const NewTensor& old = result_.tensors[i];
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
    result_.operators.push_back(std::move(op));
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
    const std::vector<Rows>& pieces = pieces_.at(tensor);
    if (pieces.size() == 1) return tensor;
    std::vector<std::int32_t> joined;
    for (const Rows& piece : pieces)
      if (rows.begin <= piece.begin && piece.end <= rows.end)
        joined.push_back(parts_.at({tensor, tensor, piece.begin, piece.end}));
    if (joined.size() == 1) return joined.front();
    if (joined.size() > kMostJoined) failed_ = true;
    const std::int32_t whole = addRows(tensor, rows);
    layInto(tensor, rows, whole);
    result_.operators.push_back({.inputs = std::move(joined), .outputs = {whole}});
    return whole;
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
    result_.operators.push_back(std::move(op));
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
      op.inputs.push_back(rule.sliced[n] ? take(tensor, inputRows(number, tensor, rows)) : tensor);
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
    result_.operators.push_back(std::move(op));
  }

  const MainGraph& graph_;
  const Region& region_;
  StripGraph& result_;
  std::map<std::int32_t, std::vector<Rows>> ranges_;          // of tensors from outside: what strips take
  std::map<std::int32_t, std::vector<Rows>> pieces_;          // the same: what they are split into
  std::map<std::array<std::int32_t, 4>, std::int32_t> parts_; // of a tensor, split from a source, with rows: the piece
  std::map<std::int32_t, Rows> need_;                         // of the strip: by tensor
  std::map<std::int32_t, std::int32_t> made_;                 // of the strip: what stands for a tensor of the region
  std::map<std::array<std::int32_t, 3>, std::int32_t> taken_; // of the strip: by tensor and rows
  bool failed_ = false;
};

} // namespace

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
    if (!Cutter(graph, cut.region, result).cut(cut.strips, cut.fromEnd)) return std::nullopt;
    next = cut.region.last + 1;
  }
  keepUntil(graph.operators());
  return result;
}

} // namespace arenascope::rewrite
