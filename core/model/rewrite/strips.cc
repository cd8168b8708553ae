#include "core/model/rewrite/strips.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "core/model/graph/strip_names.h"
#include "core/model/graph/view.h"
#include "core/model/rewrite/row_rules.h"

namespace arenascope::rewrite {

namespace {

constexpr std::size_t kMostJoined = 10; // inputs of a CONCATENATION
constexpr std::int32_t kRowAxis = 1;
constexpr std::int32_t kPlaneAxis = 1; // of tensors with one plane for each channel
constexpr std::int32_t kRowAxisOfPlanes = 2;
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
  std::vector<std::uint8_t> dataOf(std::int32_t t) const {
    const std::span<const std::uint8_t> bytes = model_.bytesOf(tensor(t).constant);
    return {bytes.begin(), bytes.end()};
  }
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
         a.outputs == b.outputs && a.axis == b.axis;
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

// Rows in a tensor of their own.
struct Part {
  std::int32_t tensor = -1;
  Rows rows;
};
using ApartTensors = std::map<std::int32_t, std::vector<Part>>; // by tensor of the model, in order

// Whole pieces of so many rows that contain the rows.
Rows widened(const Rows& rows, std::int32_t piece) {
  const auto below = [piece](std::int32_t row) { return row >= 0 ? row / piece : -((piece - 1 - row) / piece); };
  return {below(rows.begin) * piece, -below(-rows.end) * piece};
}

class Cutter {
public:
  // apart: tensors that exist in parts, of this graph.
  Cutter(const MainGraph& graph, const StripCut& cut, StripGraph& result, ApartTensors& apart)
      : graph_(graph), cut_(cut), region_(cut.region), result_(result), apart_(apart) {}

  bool cut() {
    if (!findStrips() || !splitInputs()) return false;
    if (cut_.shared) findBodies(true);
    if (failed_) return false;
    const std::int32_t whole = graph_.outputOf(region_.last);
    std::vector<Part> parts(strips_.size());
    for (std::size_t n = 0; n < strips_.size(); ++n) {
      const std::size_t s = cut_.fromEnd ? strips_.size() - 1 - n : n;
      parts[s] = {isUniform() || (cut_.shared && alike_[bodyOf_[s]] > 1) ? call(s) : compute(s), strips_[s]};
      if (failed_) return false;
      if (!cut_.apart) layInto(whole, strips_[s], parts[s].tensor);
    }
    if (cut_.apart)
      apart_[whole] = std::move(parts);
    else
      join(whole, std::move(parts), whole);
    return true;
  }

  std::optional<StripParts> parts() {
    if (!findStrips() || !splitInputs()) return std::nullopt;
    findBodies(false);
    if (failed_) return std::nullopt;
    if (isUniform()) return uniformParts();
    StripParts result{.bodies = std::move(bodies_), .bodyOf = std::move(bodyOf_)};
    for (const Rows& strip : strips_) result.rows.push_back(strip.count());
    for (const auto& [tensor, pieces] : pieces_) {
      result.pieces += pieces.size();
      result.inputs.push_back({tensor, std::vector<std::int64_t>(strips_.size()), rowBytes(graph_.tensor(tensor))});
      for (const Rows& piece : pieces)
        if (const auto last = lastReader(tensor, piece))
          result.inputs.back().lastReads[*last] += rowBytes(graph_.tensor(tensor)) * piece.count();
    }
    return result;
  }

private:
  // Rows of a tensor from outside, or all of one that has no rows. With `limit` it is a limit on values: one for each
  // of these rows of the tensor that this operator reads.
  struct Given {
    enum class Limit : std::uint8_t { kNone, kLowest, kHighest };
    std::int32_t tensor = -1;
    std::optional<Rows> rows;
    std::int32_t plane = -1; // -1: all channels
    Limit limit = Limit::kNone;
    std::int32_t reader = -1;
    bool operator==(const Given&) const = default;
  };
  // How a tensor from outside is split for strips that read as many rows each.
  struct Grid {
    std::int32_t rows = 0;            // of a piece
    std::int32_t planes = 0;          // 0: channels are not apart
    Rows window;                      // that the first strip reads, in whole pieces
    std::int32_t step = 0;            // rows from a strip's window to the next one's
    std::vector<std::uint8_t> beyond; // value of the rows beyond the image
  };

  bool isUniform() const { return cut_.edges != StripCut::Edges::kSeparate; }

  bool findStrips() {
    const std::int32_t height = heightOf(graph_.tensor(graph_.outputOf(region_.last)));
    const std::int32_t number = cut_.strips;
    if (number < 2 || number > kMostStrips || number > height) return false;
    if (isUniform()) return findUniformStrips(height);
    if (cut_.apart) return false;
    for (std::int32_t i = region_.first; i <= region_.last; ++i) {
      if (graph_.rule(i).kind == RowRule::Kind::kPlanes) return false;
      for (const std::int32_t tensor : graph_.op(i).inputs)
        if (apart_.contains(tensor)) return false;
    }
    if (cut_.shared && number != evenStrips(height, number)) return false;
    const std::int32_t rows = (height + number - 1) / number;
    for (std::int32_t s = 0; s < number; ++s)
      strips_.push_back(cut_.shared ? Rows{rows * s, std::min(height, rows * (s + 1))}
                                    : Rows{height * s / number, height * (s + 1) / number});
    collectRanges(strips_);
    return true;
  }

  bool findUniformStrips(std::int32_t height) {
    if (!cut_.shared || height % cut_.strips != 0) return false;
    const std::int32_t rows = height / cut_.strips;
    for (std::int32_t s = 0; s < cut_.strips; ++s) strips_.push_back({rows * s, rows * (s + 1)});
    findCrossings();
    return findGrids();
  }

  // Rows beyond an operator's input that it reads for rows of its output that exist.
  bool readsBeyond(std::int32_t op, const Rows& output) const {
    const RowRule& rule = graph_.rule(op);
    if (rule.kind != RowRule::Kind::kWindow && rule.kind != RowRule::Kind::kBorder) return false;
    const Rows there = {std::max(0, output.begin), std::min(heightOf(graph_.tensor(graph_.outputOf(op))), output.end)};
    if (there.count() <= 0) return false;
    const Rows needed = rule.needed(there);
    return needed.begin < 0 || needed.end > heightOf(graph_.tensor(graph_.op(op).inputs[0]));
  }

  void findCrossings() {
    for (const Rows& strip : strips_) {
      const std::map<std::int32_t, Rows> needs = needsOf(strip);
      bool any = false;
      for (std::int32_t i = region_.first; i <= region_.last; ++i) {
        if (!readsBeyond(i, needs.at(graph_.outputOf(i)))) continue;
        crossings_.insert(i);
        any = any || isMadeHere(graph_.op(i).inputs[0]);
      }
      isEdge_.push_back(any || cut_.edges == StripCut::Edges::kLikeAll);
    }
  }

  // What an operator finds beyond the rows of its input, as a value of its type.
  std::vector<std::uint8_t> valueBeyond(std::int32_t number) const {
    const model::Operator& op = graph_.op(number);
    if (op.isBuiltin("PADV2")) return graph_.dataOf(op.input(2));
    const model::Tensor& tensor = graph_.tensor(op.isBuiltin("PAD") ? graph_.outputOf(number) : op.inputs[0]);
    if (op.isBuiltin("MAX_POOL_2D")) return lowestOf(tensor.type);
    std::vector<std::uint8_t> value(model::elementBytes(tensor.type));
    if (tensor.type == model::Type::kInt8) value[0] = static_cast<std::uint8_t>(tensor.quantization.zeroPoint);
    return value;
  }

  bool findGrids() {
    const std::map<std::int32_t, Rows> first = needsOf(strips_[0]);
    const std::map<std::int32_t, Rows> second = needsOf(strips_[1]);
    for (std::int32_t i = region_.first; i <= region_.last; ++i) {
      const RowRule& rule = graph_.rule(i);
      for (std::size_t n = 0; n < graph_.op(i).inputs.size(); ++n) {
        const std::int32_t tensor = graph_.op(i).inputs[n];
        if (!rule.sliced[n]) {
          if (apart_.contains(tensor)) return false;
          continue;
        }
        const bool crosses = crossings_.contains(i) && n == 0;
        if (isMadeHere(tensor)) {
          if (crosses && graph_.tensor(tensor).type != model::Type::kInt8) return false;
          continue;
        }
        const bool isNew = !grids_.contains(tensor);
        Grid& grid = grids_[tensor];
        const std::int32_t planes = rule.kind == RowRule::Kind::kPlanes ? graph_.tensor(tensor).shape[1] : 0;
        if (!isNew && grid.planes != planes) return false;
        grid.planes = planes;
        if (!crosses) continue;
        if (!grid.beyond.empty() && grid.beyond != valueBeyond(i)) return false;
        grid.beyond = valueBeyond(i);
      }
    }
    return std::all_of(grids_.begin(), grids_.end(), [&](auto& each) {
      auto& [tensor, grid] = each;
      return fitGrid(tensor, grid, first.at(tensor), second.at(tensor));
    });
  }

  // Pieces are as large as they may be without much that no strip needs.
  bool fitGrid(std::int32_t tensor, Grid& grid, const Rows& first, const Rows& second) {
    constexpr std::int32_t kMostWaste = 2; // 1 / 2 of what is needed
    const std::int32_t height = grid.planes > 0 ? graph_.tensor(tensor).shape[2] : heightOf(graph_.tensor(tensor));
    grid.step = second.begin - first.begin;
    if (grid.step < 1 || first.count() != second.count()) return false;
    if (grid.planes > static_cast<std::int32_t>(kMostJoined)) return false;
    if (grid.beyond.empty()) grid.beyond.resize(model::elementBytes(graph_.tensor(tensor).type));
    const std::int32_t common = std::gcd(grid.step, height);
    const auto known = apart_.find(tensor);
    if (known != apart_.end()) {
      grid.rows = known->second.front().rows.count();
      if (grid.planes > 0 || common % grid.rows != 0) return false;
    } else {
      for (grid.rows = common; grid.rows > 1; --grid.rows)
        if (common % grid.rows == 0 &&
            kMostWaste * (widened(first, grid.rows).count() - first.count()) <= first.count())
          break;
    }
    grid.window = widened(first, grid.rows);
    return true;
  }

  Rows windowOf(const Grid& grid, std::size_t strip) const {
    const std::int32_t down = grid.step * static_cast<std::int32_t>(strip);
    return {grid.window.begin + down, grid.window.end + down};
  }

  // Reads all pieces that hold rows of a tensor from outside.
  std::int32_t assemble(std::int32_t tensor, const Grid& grid, const Rows& window) {
    const auto assembled = [&](std::int32_t plane) {
      std::vector<Part> parts;
      for (std::int32_t row = window.begin; row < window.end; row += grid.rows) {
        const Rows rows = {row, row + grid.rows};
        parts.push_back({give({.tensor = tensor, .rows = rows, .plane = plane}), rows});
      }
      return join(tensor, std::move(parts), -1, plane);
    };
    if (grid.planes == 0) return assembled(-1);
    std::vector<std::int32_t> planes;
    for (std::int32_t plane = 0; plane < grid.planes; ++plane) planes.push_back(assembled(plane));
    if (planes.size() == 1) return planes.front();
    GraphOperator op{.inputs = planes, .outputs = {addPlanes(tensor, window, grid.planes)}};
    const std::int32_t whole = op.outputs.front();
    operators().push_back(std::move(op));
    return whole;
  }

  StripParts uniformParts() {
    StripParts result{.bodies = std::move(bodies_), .bodyOf = std::move(bodyOf_)};
    for (const Rows& strip : strips_) result.rows.push_back(strip.count());
    for (const auto& [tensor, grid] : grids_) {
      const std::int32_t planes = std::max(1, grid.planes);
      const model::Tensor& whole = graph_.tensor(tensor);
      const std::int32_t height = grid.planes > 0 ? whole.shape[2] : heightOf(whole);
      std::int64_t bytes = static_cast<std::int64_t>(model::elementBytes(whole.type)) * grid.rows;
      bytes *= grid.planes > 0 ? whole.shape[3] : whole.shape[2] * whole.shape[3];
      StripParts::Input input{tensor, std::vector<std::int64_t>(strips_.size()), bytes};
      for (std::int32_t row = 0; row < height; row += grid.rows) {
        std::optional<std::size_t> last;
        for (std::size_t s = 0; s < strips_.size(); ++s)
          if (const Rows window = windowOf(grid, s); window.begin <= row && row < window.end && !(last && cut_.fromEnd))
            last = s;
        if (last) input.lastReads[*last] += bytes * planes;
      }
      result.pieces += static_cast<std::size_t>(height / grid.rows) * static_cast<std::size_t>(planes);
      result.inputs.push_back(std::move(input));
    }
    return result;
  }

  // The strip's last tensor.
  std::int32_t compute(std::size_t strip) {
    made_.clear();
    taken_.clear();
    strip_ = strip;
    need_ = needsOf(strips_[strip]);
    for (const auto& [tensor, grid] : grids_) {
      need_[tensor] = windowOf(grid, strip);
      if (grid.planes > 0) widenReaders(tensor);
      made_[tensor] = assemble(tensor, grid, need_.at(tensor));
    }
    for (std::int32_t i = region_.first; i <= region_.last && !failed_; ++i) emit(i);
    return failed_ ? -1 : made_.at(graph_.outputOf(region_.last));
  }

  // What is made of planes has all their rows.
  void widenReaders(std::int32_t tensor) {
    for (std::int32_t i = region_.first; i <= region_.last; ++i)
      if (graph_.op(i).inputs[0] == tensor) need_[graph_.outputOf(i)] = need_.at(tensor);
  }

  // Computes each strip by itself, and keeps those that differ. Without `all`, only one of those that are alike for
  // certain.
  void findBodies(bool all) {
    for (std::size_t s = 0; s < strips_.size() && !failed_; ++s) {
      if (const auto like = std::find(isEdge_.begin(), isEdge_.end(), isUniform() && isEdge_[s]);
          !all && isUniform() && static_cast<std::size_t>(like - isEdge_.begin()) < s) {
        bodyOf_.push_back(bodyOf_[static_cast<std::size_t>(like - isEdge_.begin())]);
        ++alike_[bodyOf_.back()];
        continue;
      }
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
      op.inputs.push_back(given.limit != Given::Limit::kNone ? limitOf(given)
                          : isUniform() && given.rows        ? gridPiece(given)
                          : given.rows                       ? piece(given.tensor, *given.rows)
                                                             : given.tensor);
    op.outputs = {addRows(graph_.outputOf(region_.last), strips_[strip])};
    result_.operators.push_back(op);
    return op.outputs.front();
  }

  // Of the strips in the order in which they run.
  std::optional<std::size_t> lastReader(std::int32_t tensor, const Rows& rows) const {
    std::optional<std::size_t> last;
    for (std::size_t s = 0; s < givenOf_.size(); ++s)
      if (const auto& given = givenOf_[s];
          std::find(given.begin(), given.end(), Given{.tensor = tensor, .rows = rows}) != given.end() &&
          !(last && cut_.fromEnd))
        last = s;
    return last;
  }

  // A piece of a tensor that comes from outside.
  std::int32_t piece(std::int32_t tensor, const Rows& rows) {
    if (body_ != nullptr) return give({.tensor = tensor, .rows = rows});
    return pieces_.at(tensor).size() == 1 ? tensor : parts_.at({tensor, tensor, rows.begin, rows.end});
  }

  // As an input of the strip's own graph.
  std::int32_t give(const Given& given) {
    const auto known = std::find(given_.begin(), given_.end(), given);
    if (known != given_.end()) return body_->inputs[static_cast<std::size_t>(known - given_.begin())];
    given_.push_back(given);
    const model::Tensor& old = graph_.tensor(given.tensor);
    body_->inputs.push_back(given.limit != Given::Limit::kNone
                                ? add({.like = given.tensor,
                                       .name = "limits of " + nameOf(given.tensor, *given.rows),
                                       .type = old.type,
                                       .shape = {1, given.rows->count(), 1, 1}})
                            : given.plane >= 0 ? addPlanes(given.tensor, *given.rows, 1)
                            : given.rows       ? addRows(given.tensor, *given.rows)
                                               : add({.like = given.tensor,
                                                      .name = std::string(old.name),
                                                      .type = old.type,
                                                      .shape = {old.shape.begin(), old.shape.end()}}));
    return body_->inputs.back();
  }

  // In the main graph, a strip's limits on values: those of its type within the image, and one value beyond.
  std::int32_t limitOf(const Given& given) {
    const std::int32_t height = heightOf(graph_.tensor(given.tensor));
    const auto beyond = static_cast<std::int8_t>(valueBeyond(given.reader).front());
    using Type = std::numeric_limits<std::int8_t>;
    const std::int8_t within = given.limit == Given::Limit::kLowest ? Type::lowest() : Type::max();
    std::vector<std::int8_t> limits;
    for (std::int32_t row = given.rows->begin; row < given.rows->end; ++row)
      limits.push_back(row >= 0 && row < height ? within : beyond);
    return addConstant(limits, {1, given.rows->count(), 1, 1}, "limits", given.tensor, model::Type::kInt8);
  }

  // In the main graph: a piece of the grid, or as many rows beyond the image.
  std::int32_t gridPiece(const Given& given) {
    const Grid& grid = grids_.at(given.tensor);
    const auto known = gridPieces_.find({given.tensor, given.plane, given.rows->begin});
    if (known != gridPieces_.end()) return known->second;
    const model::Tensor& whole = graph_.tensor(given.tensor);
    std::vector<std::int32_t> shape(whole.shape.begin(), whole.shape.end());
    shape[given.plane >= 0 ? 2 : 1] = given.rows->count();
    if (given.plane >= 0) shape[1] = 1;
    std::vector<std::uint8_t> values;
    for (std::size_t i = 0; i < elementsOf(shape); ++i)
      values.insert(values.end(), grid.beyond.begin(), grid.beyond.end());
    return addConstant(values, shape, "border", given.tensor, whole.type);
  }

  static std::size_t elementsOf(const std::vector<std::int32_t>& shape) {
    std::size_t elements = 1;
    for (const std::int32_t length : shape) elements *= static_cast<std::size_t>(length);
    return elements;
  }

  // Rows beyond the image get the value that the operator has to find there.
  std::int32_t limited(std::int32_t number, std::int32_t source, const Rows& rows) {
    const std::int32_t tensor = graph_.op(number).inputs[0];
    const auto beyond = static_cast<std::int8_t>(valueBeyond(number).front());
    using Type = std::numeric_limits<std::int8_t>;
    const auto limit = [&](NewOperator code, Given::Limit kind) {
      GraphOperator op{.code = code};
      op.inputs = {source, give({.tensor = tensor, .rows = rows, .limit = kind, .reader = number})};
      op.outputs = {addRows(tensor, rows)};
      source = op.outputs.front();
      operators().push_back(std::move(op));
    };
    if (beyond != Type::max()) limit(NewOperator::kMinimum, Given::Limit::kHighest);
    if (beyond != Type::lowest()) limit(NewOperator::kMaximum, Given::Limit::kLowest);
    return source;
  }

  std::vector<NewTensor>& tensors() { return body_ != nullptr ? body_->tensors : result_.tensors; }
  std::vector<GraphOperator>& operators() { return body_ != nullptr ? body_->operators : result_.operators; }

  // Adjoining rows in one tensor, `result` if there is one. plane: of a tensor that has one for each channel.
  std::int32_t join(std::int32_t tensor, std::vector<Part> parts, std::int32_t result = -1, std::int32_t plane = -1) {
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
        GraphOperator op{.axis = plane < 0 ? kRowAxis : kRowAxisOfPlanes};
        for (std::size_t n = i; n < end; ++n) op.inputs.push_back(parts[n].tensor);
        const std::int32_t joined = isLast && result >= 0 ? result
                                    : plane < 0           ? addRows(tensor, rows)
                                                          : addPlanes(tensor, rows, 1);
        if (plane < 0) layInto(tensor, rows, joined);
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
    if (isUniform()) return needed; // all strips have as many, whether they exist or not
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
    if (isUniform()) return splitGrids();
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

  bool splitGrids() {
    for (const auto& [tensor, grid] : grids_) {
      if (const auto known = apart_.find(tensor); known != apart_.end()) {
        for (const Part& part : known->second) gridPieces_[{tensor, -1, part.rows.begin}] = part.tensor;
        continue;
      }
      const std::int32_t height = grid.planes > 0 ? graph_.tensor(tensor).shape[2] : heightOf(graph_.tensor(tensor));
      std::vector<Rows> pieces;
      for (std::int32_t row = 0; row < height; row += grid.rows) pieces.push_back({row, row + grid.rows});
      if (grid.planes > 0)
        splitPlanes(tensor, grid, pieces);
      else if (pieces.size() > 1)
        split(tensor, tensor, pieces);
      if (grid.planes == 0)
        for (const Rows& rows : pieces)
          gridPieces_[{tensor, -1, rows.begin}] =
              pieces.size() > 1 ? parts_.at({tensor, tensor, rows.begin, rows.end}) : tensor;
    }
    return true;
  }

  void splitPlanes(std::int32_t tensor, const Grid& grid, const std::vector<Rows>& pieces) {
    const Rows all = {pieces.front().begin, pieces.back().end};
    std::vector<std::int32_t> planes = {tensor};
    const auto splitAlong = [&](std::int32_t source, std::int32_t axis, const std::vector<std::int32_t>& sizes,
                                const std::vector<std::int32_t>& into) {
      GraphOperator op{.code = NewOperator::kSplitV, .outputs = into};
      op.inputs = {source, addConstant(sizes, {static_cast<std::int32_t>(sizes.size())}, "rows"),
                   addConstant(std::vector{axis}, {}, "axis")};
      operators().push_back(std::move(op));
    };
    if (grid.planes > 1) {
      planes.clear();
      for (std::int32_t p = 0; p < grid.planes; ++p) planes.push_back(addPlanes(tensor, all, 1));
      splitAlong(tensor, kPlaneAxis, std::vector<std::int32_t>(planes.size(), 1), planes);
    }
    for (std::size_t p = 0; p < planes.size(); ++p) {
      std::vector<std::int32_t> into = {planes[p]};
      if (pieces.size() > 1) {
        into.clear();
        for (const Rows& rows : pieces) into.push_back(addPlanes(tensor, rows, 1));
        splitAlong(planes[p], kRowAxisOfPlanes, std::vector<std::int32_t>(into.size(), grid.rows), into);
      }
      for (std::size_t i = 0; i < pieces.size(); ++i)
        gridPieces_[{tensor, static_cast<std::int32_t>(p), pieces[i].begin}] = into[i];
    }
  }

  // In a subgraph that several strips share, rows count from the first that it has.
  std::string nameOf(std::int32_t like, Rows rows) const {
    if (const auto need = need_.find(like); isUniform() && body_ != nullptr && need != need_.end())
      rows = {rows.begin - need->second.begin, rows.end - need->second.begin};
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

  // Of a tensor with one plane for each channel.
  std::int32_t addPlanes(std::int32_t like, const Rows& rows, std::int32_t planes) {
    const model::Tensor& old = graph_.tensor(like);
    return add(
        {.like = like, .name = nameOf(like, rows), .type = old.type, .shape = {1, planes, rows.count(), old.shape[3]}});
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
    const bool isThere = isMadeHere(tensor) || isUniform();
    const std::int32_t taken = isThere ? takeMade(tensor, rows) : takeGiven(tensor, rows);
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

  template <typename T>
  static std::vector<std::uint8_t> bytesOfLowest() {
    const T value = std::numeric_limits<T>::lowest();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
    return {bytes, bytes + sizeof value};
  }
  // What lies around an image does not change the largest value in it.
  static std::vector<std::uint8_t> lowestOf(model::Type type) {
    return type == model::Type::kInt8    ? bytesOfLowest<std::int8_t>()
           : type == model::Type::kInt16 ? bytesOfLowest<std::int16_t>()
                                         : bytesOfLowest<float>();
  }
  std::int32_t lowest(std::int32_t like) {
    const model::Type type = graph_.tensor(like).type;
    return addConstant(lowestOf(type), {1}, "lowest", like, type);
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
    if (isUniform()) return {0, 0, rule.borders.left, rule.borders.right};
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
                          : isGiven      ? give({.tensor = tensor, .rows = std::nullopt})
                                         : tensor);
    }
    if (rule.kind == RowRule::Kind::kWindow || rule.kind == RowRule::Kind::kBorder) {
      const Borders borders = bordersAt(number, rows);
      const std::int32_t tensor = old.inputs[0];
      if (isUniform() && isEdge_[strip_] && crossings_.contains(number) && isMadeHere(tensor))
        op.inputs[0] = limited(number, op.inputs[0], inputRows(number, tensor, rows));
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
  ApartTensors& apart_;
  std::vector<Rows> strips_;  // of the last output
  std::size_t strip_ = 0;     // that is being computed
  StripBody* body_ = nullptr; // where a strip is computed by itself; otherwise that is in the main graph
  std::vector<Given> given_;  // to it, by input
  std::vector<StripBody> bodies_;
  std::vector<int> alike_;                           // by body: strips
  std::vector<std::size_t> bodyOf_;                  // by strip
  std::vector<std::vector<Given>> givenOf_;          // by strip
  std::map<std::size_t, std::int32_t> called_;       // by body: its number in the result
  std::map<std::int32_t, std::vector<Rows>> ranges_; // of tensors from outside: what strips take
  std::map<std::int32_t, std::vector<Rows>> pieces_; // the same: what they are split into
  // With as many rows in every strip:
  std::map<std::int32_t, Grid> grids_;                             // of tensors from outside
  std::map<std::array<std::int32_t, 3>, std::int32_t> gridPieces_; // by tensor, plane and first row
  std::set<std::int32_t> crossings_;                               // operators that read beyond their input
  std::vector<bool> isEdge_;                                       // by strip: sets rows beyond the image
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
  ApartTensors none;
  return Cutter(graph, cut, aside, none).parts();
}

std::vector<Region> regionsOf(const model::Graph& model) {
  const MainGraph graph(model);
  std::vector<Region> regions;
  for (std::int32_t first = 0; first < graph.operators(); ++first) {
    std::set<std::int32_t> made;   // by the operators so far
    std::int32_t furthest = first; // operator that uses one of these
    for (std::int32_t last = first; last < graph.operators() && graph.hasRule(last); ++last) {
      if (readsWhole(graph, last, made)) break;
      // Planes are split where they are whole.
      if (graph.rule(last).kind == RowRule::Kind::kPlanes && made.contains(graph.op(last).inputs[0])) break;
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
  ApartTensors apart;
  std::int32_t next = 0;
  bool isRead = true;
  const auto keepUntil = [&](std::int32_t end) {
    for (; next < end; ++next) {
      for (const std::int32_t tensor : graph.op(next).inputs) isRead = isRead && !apart.contains(tensor);
      result.operators.push_back({.original = next});
    }
  };
  for (const StripCut& cut : cuts) {
    if (cut.apart && graph.lastUseOf(graph.outputOf(cut.region.last)) == kBeyond) return std::nullopt;
    keepUntil(cut.region.first);
    if (!Cutter(graph, cut, result, apart).cut()) return std::nullopt;
    next = cut.region.last + 1;
  }
  keepUntil(graph.operators());
  return isRead ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace arenascope::rewrite
