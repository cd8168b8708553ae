#include "core/model/rewrite/strips.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "core/model/rewrite/border_values.h"
#include "core/model/rewrite/strip_columns.h"
#include "core/model/rewrite/strip_grids.h"
#include "core/model/rewrite/strip_tensors.h"

namespace arenascope::rewrite {

namespace {

constexpr std::int32_t kRowAxis = 1;
constexpr std::int32_t kPlaneAxis = 1; // of tensors with one plane for each channel
constexpr std::int32_t kRowAxisOfPlanes = 2;

bool isAlike(const NewTensor& a, const NewTensor& b) {
  return a.like == b.like && a.type == b.type && a.shape == b.shape && a.data == b.data;
}
// Whatever rows they stand for.
bool isAlike(const StripBody& a, const StripBody& b) {
  return a.inputs == b.inputs && a.outputs == b.outputs && a.operators == b.operators &&
         std::equal(a.tensors.begin(), a.tensors.end(), b.tensors.begin(), b.tensors.end(),
                    [](const NewTensor& x, const NewTensor& y) { return isAlike(x, y); });
}

class Cutter {
public:
  // apart: tensors that exist in parts, of this graph.
  Cutter(const MainGraph& graph, const StripCut& cut, StripGraph& result, ApartTensors& apart)
      : graph_(graph), cut_(cut), region_(cut.region), result_(result), apart_(apart), needs_(graph, cut),
        grids_(graph, cut, needs_, apart), make_(graph, result) {}

  bool cut() {
    if (!findStrips() || !splitInputs()) return false;
    if (cut_.shared) findBodies(true);
    if (failed_) return false;
    const std::int32_t whole = graph_.outputOf(region_.last);
    std::vector<Part> parts(strips_.size());
    for (std::size_t n = 0; n < strips_.size(); ++n) {
      const std::size_t s = cut_.fromEnd ? strips_.size() - 1 - n : n;
      parts[s] = {needs_.isUniform() || (cut_.shared && alike_[bodyOf_[s]] > 1) ? call(s) : compute(s), strips_[s]};
      if (failed_) return false;
      if (!cut_.apart && s >= unused_) make_.layInto(whole, strips_[s], parts[s].tensor);
    }
    parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(unused_));
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
    StripParts result{.bodies = std::move(bodies_), .bodyOf = std::move(bodyOf_), .unused = unused_};
    for (const Rows& strip : strips_) result.rows.push_back(strip.count());
    addGrids(result); // none where strips do not read alike, which are split into pieces
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
    bool isPassed = false; // by the strip before
    bool operator==(const Given&) const = default;
  };
  bool findStrips() {
    const std::int32_t height = heightOf(graph_.tensor(graph_.outputOf(region_.last)));
    const std::int32_t number = cut_.strips;
    if (number < 2 || number > kMostStrips || number > height || cut_.columns > kMostColumns) return false;
    if (needs_.isUniform()) return findUniformStrips(height);
    if (cut_.apart || cut_.columns > 1 || cut_.passesFrom >= 0) return false;
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
    if (cut_.passesFrom >= 0) {
      if (needs_.passed().empty() || cut_.fromEnd) return false;
      unused_ = static_cast<std::size_t>(needs_.stripsBefore());
      if (unused_ + static_cast<std::size_t>(cut_.strips) > static_cast<std::size_t>(kMostStrips)) return false;
    }
    const std::int32_t rows = height / cut_.strips;
    for (std::int32_t s = -static_cast<std::int32_t>(unused_); s < cut_.strips; ++s)
      strips_.push_back({rows * s, rows * (s + 1)});
    return grids_.find(strips_);
  }

  // Reads all pieces that hold rows of a tensor from outside.
  std::int32_t assemble(std::int32_t tensor, const StripGrids::Grid& grid, const Rows& window) {
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
    GraphOperator op{.inputs = planes, .outputs = {make_.addPlanes(tensor, window, grid.planes)}};
    const std::int32_t whole = op.outputs.front();
    make_.add(std::move(op));
    return whole;
  }

  // What strips that read alike take and pass on.
  void addGrids(StripParts& result) const {
    for (const auto& [tensor, rows] : needs_.passedBy(strips_.front())) {
      ++result.passed;
      result.passedBytes += rowBytes(graph_.tensor(tensor)) * rows.count();
    }
    for (const auto& [tensor, grid] : grids_.all()) {
      const std::int32_t planes = std::max(1, grid.planes);
      const std::int64_t bytes = grid.rowBytes * grid.rows; // of a piece in all planes
      StripParts::Input input{tensor, std::vector<std::int64_t>(strips_.size()), bytes / planes};
      for (std::int32_t row = 0; row < grid.height; row += grid.rows) {
        std::optional<std::size_t> last;
        for (std::size_t s = 0; s < strips_.size(); ++s)
          if (const Rows window = StripGrids::windowOf(grid, s);
              window.begin <= row && row < window.end && !(last && cut_.fromEnd))
            last = s;
        if (last) input.lastReads[*last] += bytes;
      }
      result.pieces += static_cast<std::size_t>(grid.height / grid.rows) * static_cast<std::size_t>(planes);
      result.inputs.push_back(std::move(input));
    }
  }

  // The strip's last tensor.
  std::int32_t compute(std::size_t strip) {
    made_.clear();
    taken_.clear();
    strip_ = strip;
    need_ = needs_.of(strips_[strip]);
    for (const auto& [tensor, grid] : grids_.all()) {
      need_[tensor] = StripGrids::windowOf(grid, strip);
      if (grid.planes > 0) widenReaders(tensor);
      made_[tensor] = assemble(tensor, grid, need_.at(tensor));
    }
    passedOn_.clear();
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
      if (const std::size_t like = needs_.isUniform() && !all ? grids_.firstLike(s) : s; like < s) {
        bodyOf_.push_back(bodyOf_[like]);
        ++alike_[bodyOf_.back()];
        continue;
      }
      StripBody body;
      make_.into(&body, needs_.isUniform() ? &need_ : nullptr);
      given_.clear();
      const std::int32_t output = compute(s);
      make_.into(nullptr, nullptr);
      if (failed_) return;
      body.outputs = {output};
      body.outputs.insert(body.outputs.end(), passedOn_.begin(), passedOn_.end());
      if (cut_.columns > 1 && !splitColumns(graph_, cut_, body)) {
        failed_ = true;
        return;
      }
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
    op.inputs = {make_.addConstant(std::vector<std::uint8_t>{1}, {1}, "always", -1, model::Type::kBool)};
    for (const Given& given : givenOf_[strip])
      op.inputs.push_back(given.isPassed                       ? passedTo(given)
                          : given.limit != Given::Limit::kNone ? limitOf(given)
                          : needs_.isUniform() && given.rows   ? gridPiece(given)
                          : given.rows                         ? piece(given.tensor, *given.rows)
                                                               : given.tensor);
    op.outputs = {make_.addRows(graph_.outputOf(region_.last), strips_[strip])};
    for (const auto& [tensor, rows] : needs_.passedBy(strips_[strip])) {
      passed_[tensor] = make_.addRows(tensor, rows);
      op.outputs.push_back(passed_.at(tensor));
    }
    result_.operators.push_back(op);
    return op.outputs.front();
  }

  // In the main graph: of the strip before, or where there is none rows that nothing depends on.
  std::int32_t passedTo(const Given& given) {
    const auto known = passed_.find(given.tensor);
    if (known != passed_.end()) return known->second;
    const std::vector<std::uint8_t> zero(model::elementBytes(graph_.tensor(given.tensor).type));
    return make_.addConstantRows(given.tensor, *given.rows, zero, false);
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
    if (make_.body() != nullptr) return give({.tensor = tensor, .rows = rows});
    return pieces_.at(tensor).size() == 1 ? tensor : parts_.at({tensor, tensor, rows.begin, rows.end});
  }

  // As an input of the strip's own graph.
  std::int32_t give(const Given& given) {
    const auto known = std::find(given_.begin(), given_.end(), given);
    if (known != given_.end()) return make_.body()->inputs[static_cast<std::size_t>(known - given_.begin())];
    given_.push_back(given);
    const model::Tensor& old = graph_.tensor(given.tensor);
    make_.body()->inputs.push_back(given.limit != Given::Limit::kNone
                                       ? make_.add({.like = given.tensor,
                                                    .name = "limits of " + make_.nameOf(given.tensor, *given.rows),
                                                    .type = old.type,
                                                    .shape = {1, given.rows->count(), 1, 1}})
                                   : given.plane >= 0 ? make_.addPlanes(given.tensor, *given.rows, 1)
                                   : given.rows       ? make_.addRows(given.tensor, *given.rows)
                                                      : make_.add({.like = given.tensor,
                                                                   .name = std::string(old.name),
                                                                   .type = old.type,
                                                                   .shape = {old.shape.begin(), old.shape.end()}}));
    return make_.body()->inputs.back();
  }

  // In the main graph, a strip's limits on values: those of its type within the image, and one value beyond.
  std::int32_t limitOf(const Given& given) {
    const std::int32_t height = heightOf(graph_.tensor(given.tensor));
    const auto beyond = static_cast<std::int8_t>(valueBeyond(graph_, given.reader).front());
    using Type = std::numeric_limits<std::int8_t>;
    const std::int8_t within = given.limit == Given::Limit::kLowest ? Type::lowest() : Type::max();
    std::vector<std::int8_t> limits;
    for (std::int32_t row = given.rows->begin; row < given.rows->end; ++row)
      limits.push_back(row >= 0 && row < height ? within : beyond);
    return make_.addConstant(limits, {1, given.rows->count(), 1, 1}, "limits", given.tensor, model::Type::kInt8);
  }

  // In the main graph: a piece of the grid, or as many rows beyond the image.
  std::int32_t gridPiece(const Given& given) {
    const StripGrids::Grid& grid = grids_.all().at(given.tensor);
    const auto known = gridPieces_.find({given.tensor, given.plane, given.rows->begin});
    if (known != gridPieces_.end()) return known->second;
    return make_.addConstantRows(given.tensor, *given.rows, grid.beyond, given.plane >= 0);
  }

  // Rows beyond the image get the value that the operator has to find there.
  std::int32_t limited(std::int32_t number, std::int32_t source, const Rows& rows) {
    const std::int32_t tensor = graph_.op(number).inputs[0];
    const auto beyond = static_cast<std::int8_t>(valueBeyond(graph_, number).front());
    using Type = std::numeric_limits<std::int8_t>;
    const auto limit = [&](NewOperator code, Given::Limit kind) {
      GraphOperator op{.code = code};
      op.inputs = {source, give({.tensor = tensor, .rows = rows, .limit = kind, .reader = number})};
      op.outputs = {make_.addRows(tensor, rows)};
      source = op.outputs.front();
      make_.add(std::move(op));
    };
    if (beyond != Type::max()) limit(NewOperator::kMinimum, Given::Limit::kHighest);
    if (beyond != Type::lowest()) limit(NewOperator::kMaximum, Given::Limit::kLowest);
    return source;
  }

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
                                    : plane < 0           ? make_.addRows(tensor, rows)
                                                          : make_.addPlanes(tensor, rows, 1);
        if (plane < 0) make_.layInto(tensor, rows, joined);
        op.outputs = {joined};
        make_.add(std::move(op));
        larger.push_back({joined, rows});
      }
      parts = std::move(larger);
    }
    return parts.front().tensor;
  }

  // What all strips take of tensors that come from outside.
  void collectRanges(const std::vector<Rows>& strips) {
    for (const Rows& strip : strips) {
      const std::map<std::int32_t, Rows> needs = needs_.of(strip);
      for (std::int32_t i = region_.first; i <= region_.last; ++i)
        for (std::size_t n = 0; n < graph_.op(i).inputs.size(); ++n) {
          const std::int32_t tensor = graph_.op(i).inputs[n];
          if (graph_.rule(i).sliced[n] && !needs_.isMade(tensor))
            ranges_[tensor].push_back(needs_.inputRows(i, tensor, needs.at(graph_.outputOf(i))));
        }
    }
  }

  // Splits each of these once, wherever a strip begins or ends.
  bool splitInputs() {
    if (needs_.isUniform()) return splitGrids();
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
    for (const auto& [tensor, grid] : grids_.all()) {
      if (const auto known = apart_.find(tensor); known != apart_.end()) {
        for (const Part& part : known->second) gridPieces_[{tensor, -1, part.rows.begin}] = part.tensor;
        continue;
      }
      std::vector<Rows> pieces;
      for (std::int32_t row = 0; row < grid.height; row += grid.rows) pieces.push_back({row, row + grid.rows});
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

  void splitPlanes(std::int32_t tensor, const StripGrids::Grid& grid, const std::vector<Rows>& pieces) {
    const Rows all = {pieces.front().begin, pieces.back().end};
    std::vector<std::int32_t> planes = {tensor};
    if (grid.planes > 1) {
      planes.clear();
      for (std::int32_t p = 0; p < grid.planes; ++p) planes.push_back(make_.addPlanes(tensor, all, 1));
      make_.addSplit(tensor, kPlaneAxis, std::vector<std::int32_t>(planes.size(), 1), "rows", planes);
    }
    for (std::size_t p = 0; p < planes.size(); ++p) {
      std::vector<std::int32_t> into = {planes[p]};
      if (pieces.size() > 1) {
        into.clear();
        for (const Rows& rows : pieces) into.push_back(make_.addPlanes(tensor, rows, 1));
        make_.addSplit(planes[p], kRowAxisOfPlanes, std::vector<std::int32_t>(into.size(), grid.rows), "rows", into);
      }
      for (std::size_t i = 0; i < pieces.size(); ++i)
        gridPieces_[{tensor, static_cast<std::int32_t>(p), pieces[i].begin}] = into[i];
    }
  }

  // `source` has the rows of all pieces.
  void split(std::int32_t tensor, std::int32_t source, const std::vector<Rows>& pieces) {
    std::vector<std::int32_t> sizes;
    std::vector<std::int32_t> into;
    for (const Rows& rows : pieces) {
      sizes.push_back(rows.count());
      into.push_back(make_.addRows(tensor, rows));
      if (source == tensor) make_.layInto(tensor, rows, into.back());
      parts_[{tensor, source, rows.begin, rows.end}] = into.back();
    }
    make_.addSplit(source, kRowAxis, sizes, "rows", std::move(into));
  }

  // A tensor with these rows of the tensor.
  std::int32_t take(std::int32_t tensor, const Rows& rows) {
    const auto known = taken_.find({tensor, rows.begin, rows.end});
    if (known != taken_.end()) return known->second;
    const bool isThere = needs_.isMade(tensor) || needs_.isUniform();
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

  std::int32_t lowest(std::int32_t like) {
    const model::Type type = graph_.tensor(like).type;
    return make_.addConstant(lowestOf(type), {1}, "lowest", like, type);
  }

  std::int32_t pad(std::int32_t tensor, std::int32_t source, const Rows& rows, const Borders& borders, bool largest) {
    const std::int32_t padded = make_.addRows(tensor, rows, borders);
    GraphOperator op{.code = largest ? NewOperator::kPadV2 : NewOperator::kPad,
                     .inputs = {source, make_.addBorders(borders)},
                     .outputs = {padded}};
    if (largest) op.inputs.push_back(lowest(tensor));
    make_.add(std::move(op));
    return padded;
  }

  // Of the borders of the whole, those that these rows of the input touch.
  Borders bordersAt(std::int32_t op, const Rows& output) const {
    const RowRule& rule = graph_.rule(op);
    const Rows needed = rule.needed(output);
    const std::int32_t height = heightOf(graph_.tensor(graph_.op(op).inputs[0]));
    if (needs_.isUniform()) return {0, 0, rule.borders.left, rule.borders.right};
    return {std::max(0, -needed.begin), std::max(0, needed.end - height), rule.borders.left, rule.borders.right};
  }

  void emit(std::int32_t number) {
    const model::Operator& old = graph_.op(number);
    const RowRule& rule = graph_.rule(number);
    const std::int32_t result = graph_.outputOf(number);
    const Rows rows = needs_.made(result, need_.at(result));
    GraphOperator op{.original = number, .isChanged = true};
    for (std::size_t n = 0; n < old.inputs.size(); ++n) {
      const std::int32_t tensor = old.inputs[n];
      if (rule.sliced[n] && needs_.inputRows(number, tensor, rows).count() <= 0) {
        failed_ = true; // a strip of nothing but border
        return;
      }
      const bool isGiven = make_.body() != nullptr && tensor >= 0 && !graph_.isConstant(tensor);
      op.inputs.push_back(rule.sliced[n] ? take(tensor, needs_.inputRows(number, tensor, rows))
                          : isGiven      ? give({.tensor = tensor, .rows = std::nullopt})
                                         : tensor);
    }
    if (rule.kind == RowRule::Kind::kWindow || rule.kind == RowRule::Kind::kBorder) {
      const Borders borders = bordersAt(number, rows);
      const std::int32_t tensor = old.inputs[0];
      if (needs_.isUniform() && grids_.isEdge(strip_) && grids_.crosses(number) && needs_.isMade(tensor))
        op.inputs[0] = limited(number, op.inputs[0], needs_.inputRows(number, tensor, rows));
      if (rule.kind == RowRule::Kind::kBorder) {
        if (!borders.any()) {
          made_[result] = withPassed(result, rows, op.inputs[0]);
          return;
        }
        op.inputs[1] = make_.addBorders(borders);
      } else if (borders.any()) {
        op.inputs[0] =
            pad(tensor, op.inputs[0], needs_.inputRows(number, tensor, rows), borders, old.isBuiltin("MAX_POOL_2D"));
      }
    }
    op.outputs = {make_.addRows(result, rows)};
    const std::int32_t computed = op.outputs.front();
    make_.add(std::move(op));
    made_[result] = withPassed(result, rows, computed);
  }

  // These rows behind those that the strip before passes on, of which the last ones are passed on in turn.
  std::int32_t withPassed(std::int32_t tensor, const Rows& rows, std::int32_t computed) {
    const Rows all = need_.at(tensor);
    if (rows == all) return computed;
    const Rows before = {all.begin, rows.begin};
    const std::int32_t whole =
        join(tensor, {{give({.tensor = tensor, .rows = before, .isPassed = true}), before}, {computed, rows}});
    passedOn_.push_back(make_.addSlice(whole, tensor, all, {all.end - before.count(), all.end}));
    return whole;
  }

  const MainGraph& graph_;
  const StripCut& cut_;
  const Region& region_;
  StripGraph& result_;
  ApartTensors& apart_;
  const StripNeeds needs_;
  StripGrids grids_;         // of strips with as many rows each
  StripTensors make_;        // in a strip's subgraph where it is computed by itself, otherwise in the main graph
  std::vector<Rows> strips_; // of the last output
  std::size_t unused_ = 0;   // of these, the first ones, whose output is not used
  std::size_t strip_ = 0;    // that is being computed
  std::vector<Given> given_; // to it, by input
  std::vector<StripBody> bodies_;
  std::vector<int> alike_;                                         // by body: strips
  std::vector<std::size_t> bodyOf_;                                // by strip
  std::vector<std::vector<Given>> givenOf_;                        // by strip
  std::map<std::size_t, std::int32_t> called_;                     // by body: its number in the result
  std::map<std::int32_t, std::vector<Rows>> ranges_;               // of tensors from outside: what strips take
  std::map<std::int32_t, std::vector<Rows>> pieces_;               // the same: what they are split into
  std::map<std::array<std::int32_t, 3>, std::int32_t> gridPieces_; // by tensor, plane and first row
  std::map<std::array<std::int32_t, 4>, std::int32_t> parts_; // of a tensor, split from a source, with rows: the piece
  std::map<std::int32_t, Rows> need_;                         // of the strip: by tensor
  std::map<std::int32_t, std::int32_t> made_;                 // of the strip: what stands for a tensor of the region
  std::map<std::array<std::int32_t, 3>, std::int32_t> taken_; // of the strip: by tensor and rows
  std::vector<std::int32_t> passedOn_;                        // of the strip, in its subgraph: to the next one
  std::map<std::int32_t, std::int32_t> passed_; // by tensor: rows of the last strip called, in the main graph
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
    if (cut.apart && graph.lastUseOf(graph.outputOf(cut.region.last)) == MainGraph::kBeyond) return std::nullopt;
    keepUntil(cut.region.first);
    if (!Cutter(graph, cut, result, apart).cut()) return std::nullopt;
    next = cut.region.last + 1;
  }
  keepUntil(graph.operators());
  return isRead ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace arenascope::rewrite
