#include "core/model/rewrite/strip_columns.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "core/model/rewrite/strip_tensors.h"

namespace arenascope::rewrite {

namespace {

constexpr std::size_t kImageRank = 4;
constexpr std::int32_t kColumnAxis = 2;
constexpr std::size_t kColumns = 2; // the same, as an index
constexpr std::int32_t kChannelAxis = 3;

using Columns = Rows; // a range of columns

class ColumnSplitter {
public:
  ColumnSplitter(const MainGraph& graph, const StripCut& cut, StripBody& body)
      : graph_(graph), cut_(cut), old_(std::move(body)), body_(body), make_(graph, aside_) {
    body_ = {old_.tensors, {}, old_.inputs, old_.outputs};
    make_.into(&body_, nullptr);
  }

  bool split() {
    const std::size_t first = begin();
    body_.operators.assign(old_.operators.begin(), old_.operators.begin() + static_cast<std::ptrdiff_t>(first));
    segment_.assign(old_.operators.begin() + static_cast<std::ptrdiff_t>(first), old_.operators.end());
    const std::int32_t output = old_.outputs.front();
    const std::int32_t width = widthOf(output);
    if (segment_.empty() || width < cut_.columns ||
        !std::all_of(segment_.begin(), segment_.end(), [this](const GraphOperator& op) { return isKnown(op); }))
      return false;
    for (const GraphOperator& op : segment_) made_.insert(op.outputs.begin(), op.outputs.end());
    if (!made_.contains(output)) return false;
    GraphOperator joined{.outputs = {output}, .axis = kColumnAxis};
    for (std::int32_t part = 0; part < cut_.columns; ++part) {
      const Columns columns = {width * part / cut_.columns, width * (part + 1) / cut_.columns};
      if (!compute(output, columns)) return false;
      joined.inputs.push_back(there_.at(output));
    }
    make_.add(std::move(joined));
    dropUnused();
    return true;
  }

private:
  bool isNew(std::int32_t tensor) const { return tensor >= graph_.tensors(); }
  const NewTensor& tensor(std::int32_t number) const {
    return body_.tensors[static_cast<std::size_t>(number - graph_.tensors())];
  }
  std::int32_t widthOf(std::int32_t number) const {
    return tensor(number).shape.size() == kImageRank ? tensor(number).shape[kColumns] : 1;
  }

  // Behind the last operator of the strip that is computed whole, and what puts rows together: the strip's inputs, and
  // what strips pass on.
  std::size_t begin() const {
    const auto isOfRows = [](const GraphOperator& op) {
      return op.original < 0 && (op.code == NewOperator::kSlice || op.code == NewOperator::kConcatenation);
    };
    std::size_t first = 0;
    for (std::size_t i = 0; i < old_.operators.size(); ++i) {
      const GraphOperator& op = old_.operators[i];
      if ((i == first && isOfRows(op)) || (op.original >= 0 && op.original < cut_.columnsFrom)) first = i + 1;
    }
    return first;
  }

  bool isBorder(const GraphOperator& op) const {
    return op.original >= 0 ? graph_.rule(op.original).kind == RowRule::Kind::kBorder
                            : op.code == NewOperator::kPad || op.code == NewOperator::kPadV2;
  }

  // Whether the columns of its output can be computed separately.
  bool isKnown(const GraphOperator& op) const {
    if (op.original < 0) return op.code != NewOperator::kSlice;
    const model::Operator& old = graph_.op(op.original);
    const RowRule& rule = graph_.rule(op.original);
    if (rule.kind == RowRule::Kind::kPlanes) return false;
    if (rule.kind != RowRule::Kind::kSame) return true;
    if (old.isBuiltin("CONCATENATION")) return isOfChannels(old);
    return std::all_of(op.inputs.begin(), op.inputs.end(), [this](std::int32_t input) {
      if (input < 0) return true;
      const auto belongsToAll = [](const auto& shape) { return shape.size() < 2 || shape[shape.size() - 2] == 1; };
      return isNew(input) ? tensor(input).shape.size() == kImageRank || belongsToAll(tensor(input).shape)
                          : belongsToAll(graph_.tensor(input).shape);
    });
  }

  static bool isOfChannels(const model::Operator& op) {
    const auto* options = std::get_if<model::Join>(&op.options);
    return options != nullptr && (options->axis == kChannelAxis || options->axis == -1);
  }

  // Whether an operator reads the columns of an input that its output has.
  bool isCut(const GraphOperator& op, std::size_t input) const {
    const std::int32_t number = op.inputs[input];
    return number >= 0 && isNew(number) && tensor(number).data.empty() && widthOf(number) > 1;
  }

  Borders bordersOf(const GraphOperator& op) const {
    std::array<std::int32_t, 8> around = {};
    const std::vector<std::uint8_t>& data = tensor(op.inputs[1]).data;
    std::memcpy(around.data(), data.data(), std::min(sizeof around, data.size()));
    return {around[2], around[3], around[4], around[5]};
  }

  // The columns of an operator's inputs for these of its output, within the image.
  Columns neededBy(const GraphOperator& op, const Columns& output) const {
    if (isBorder(op)) {
      const Borders borders = bordersOf(op);
      return {std::max(0, output.begin - borders.left), std::min(widthOf(op.inputs[0]), output.end - borders.left)};
    }
    if (op.original < 0 || graph_.rule(op.original).kind != RowRule::Kind::kWindow) return output;
    const RowRule& rule = graph_.rule(op.original);
    return {output.begin * rule.strideInColumns, (output.end - 1) * rule.strideInColumns + rule.width};
  }

  bool compute(std::int32_t output, const Columns& columns) {
    need_ = {{output, columns}};
    there_.clear();
    for (std::size_t i = segment_.size(); i-- > 0;) {
      const GraphOperator& op = segment_[i];
      Columns made;
      for (const std::int32_t each : op.outputs) made = hull(made, need_[each]);
      if (made.count() <= 0) return false;
      for (const std::int32_t each : op.outputs) need_[each] = made;
      const Columns needed = neededBy(op, made);
      if (needed.count() <= 0) return false;
      for (std::size_t n = 0; n < op.inputs.size(); ++n)
        if (isCut(op, n)) need_[op.inputs[n]] = hull(need_[op.inputs[n]], needed);
    }
    for (const GraphOperator& op : segment_) emit(op);
    return true;
  }

  void emit(const GraphOperator& old) {
    const Columns made = need_.at(old.outputs.front());
    GraphOperator op = old;
    for (std::size_t n = 0; n < op.inputs.size(); ++n)
      if (isCut(old, n)) op.inputs[n] = take(old.inputs[n], neededBy(old, made));
    if (isBorder(old)) {
      const Borders all = bordersOf(old);
      const Borders borders = {all.top, all.bottom, std::max(0, all.left - made.begin),
                               std::max(0, made.end - all.left - widthOf(old.inputs[0]))};
      if (!borders.any()) {
        there_[old.outputs.front()] = op.inputs[0];
        return;
      }
      op.inputs[1] = make_.addBorders(borders);
    }
    for (std::int32_t& output : op.outputs) {
      const std::int32_t number = add(output, made);
      there_[output] = number;
      output = number;
    }
    make_.add(std::move(op));
  }

  std::int32_t add(std::int32_t like, const Columns& columns) {
    NewTensor part = tensor(like);
    part.shape[kColumns] = columns.count();
    part.whole = -1;
    return make_.add(std::move(part));
  }

  // These columns of what the part has made, or of a tensor that is there whole.
  std::int32_t take(std::int32_t from, const Columns& columns) {
    const bool isMade = made_.contains(from);
    const Columns all = isMade ? need_.at(from) : Columns{0, widthOf(from)};
    const std::int32_t source = isMade ? there_.at(from) : from;
    if (columns == all) return source;
    std::vector<std::int32_t> sizes;
    std::vector<std::int32_t> pieces;
    std::int32_t taken = -1;
    for (const Columns& piece : {Columns{all.begin, columns.begin}, columns, Columns{columns.end, all.end}}) {
      if (piece.count() <= 0) continue;
      sizes.push_back(piece.count());
      pieces.push_back(add(from, piece));
      if (piece == columns) taken = pieces.back();
    }
    make_.addSplit(source, kColumnAxis, sizes, "columns", std::move(pieces));
    return taken;
  }

  // What only the whole strip had: each tensor of a graph takes persistent memory.
  void dropUnused() {
    std::vector<bool> isUsed(body_.tensors.size());
    const auto forEach = [this](const auto& visit) {
      for (std::vector<std::int32_t>* numbers : {&body_.inputs, &body_.outputs}) visit(*numbers);
      for (GraphOperator& op : body_.operators) visit(op.inputs), visit(op.outputs);
    };
    forEach([&](const std::vector<std::int32_t>& numbers) {
      for (const std::int32_t each : numbers)
        if (each >= 0 && isNew(each)) isUsed[static_cast<std::size_t>(each - graph_.tensors())] = true;
    });
    std::vector<std::int32_t> newNumber(isUsed.size());
    std::vector<NewTensor> kept;
    for (std::size_t i = 0; i < isUsed.size(); ++i) {
      newNumber[i] = graph_.tensors() + static_cast<std::int32_t>(kept.size());
      if (isUsed[i]) kept.push_back(std::move(body_.tensors[i]));
    }
    body_.tensors = std::move(kept);
    forEach([&](std::vector<std::int32_t>& numbers) {
      for (std::int32_t& each : numbers)
        if (each >= 0 && isNew(each)) each = newNumber[static_cast<std::size_t>(each - graph_.tensors())];
    });
  }

  const MainGraph& graph_;
  const StripCut& cut_;
  const StripBody old_;
  StripBody& body_;
  StripGraph aside_;
  StripTensors make_;
  std::vector<GraphOperator> segment_;         // that runs for each part
  std::set<std::int32_t> made_;                // its tensors
  std::map<std::int32_t, Columns> need_;       // of the part: by tensor
  std::map<std::int32_t, std::int32_t> there_; // of the part: what stands for a tensor of the segment
};

} // namespace

bool splitColumns(const MainGraph& graph, const StripCut& cut, StripBody& body) {
  return ColumnSplitter(graph, cut, body).split();
}

} // namespace arenascope::rewrite
