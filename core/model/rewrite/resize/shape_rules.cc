#include "core/model/rewrite/resize/shape_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/interpreter/ops/operator_table.h"

namespace arenascope::resize {

namespace {

// The output has the shape of the first input.
constexpr schema::BuiltinOperator kSameShape[] = {
    schema::BuiltinOperator_SOFTMAX,          schema::BuiltinOperator_LOG_SOFTMAX, schema::BuiltinOperator_CAST,
    schema::BuiltinOperator_L2_NORMALIZATION, schema::BuiltinOperator_CUMSUM,      schema::BuiltinOperator_REVERSE_V2,
    schema::BuiltinOperator_ZEROS_LIKE,       schema::BuiltinOperator_DEQUANTIZE};

// Two inputs or more of one shape, or of shapes that are stretched to one.
constexpr schema::BuiltinOperator kBroadcast[] = {
    schema::BuiltinOperator_EQUAL,         schema::BuiltinOperator_NOT_EQUAL,  schema::BuiltinOperator_GREATER,
    schema::BuiltinOperator_GREATER_EQUAL, schema::BuiltinOperator_LESS,       schema::BuiltinOperator_LESS_EQUAL,
    schema::BuiltinOperator_LOGICAL_AND,   schema::BuiltinOperator_LOGICAL_OR, schema::BuiltinOperator_FLOOR_DIV,
    schema::BuiltinOperator_FLOOR_MOD,     schema::BuiltinOperator_SELECT_V2,  schema::BuiltinOperator_ADD_N,
    schema::BuiltinOperator_POW,           schema::BuiltinOperator_SELECT};

template <std::size_t kCount>
bool isAmong(const schema::BuiltinOperator (&operators)[kCount], schema::BuiltinOperator op) {
  return std::find(std::begin(operators), std::end(operators), op) != std::end(operators);
}

// Length along a dimension that is counted from the innermost one; 1 beyond the outermost.
std::int32_t lengthAt(const Shape& shape, std::size_t fromEnd) {
  return fromEnd < shape.size() ? shape[shape.size() - 1 - fromEnd] : 1;
}

// What computed inputs are stretched to.
std::optional<Shape> stretched(const OperatorShapes& shapes) {
  Shape all(shapes.outputBefore().size(), 1);
  for (std::size_t i = 0; i < shapes.inputs(); ++i) {
    if (!shapes.has(i) || shapes.isConstant(i)) continue;
    for (std::size_t d = 0; d < std::min(all.size(), shapes.now(i).size()); ++d) {
      std::int32_t& length = all[all.size() - 1 - d];
      const std::int32_t own = lengthAt(shapes.now(i), d);
      if (length != 1 && own != 1 && own != length) return std::nullopt;
      length = std::max(length, own);
    }
  }
  return all;
}

// A constant's innermost dimension follows, as that of weights does; its others are positions, for which there are no
// other values.
Refusal follow(OperatorShapes& shapes, std::size_t slot, Shape& all) {
  Shape own = shapes.before(slot);
  for (std::size_t d = 0; d < own.size() && d < all.size(); ++d) {
    std::int32_t& length = own[own.size() - 1 - d];
    std::int32_t& result = all[all.size() - 1 - d];
    if (length == 1 || length == result) continue;
    if (result == 1 && lengthAt(shapes.outputBefore(), d) == length) { // only the constant has this dimension
      result = length;
      continue;
    }
    if (d > 0)
      return fmt::format("its constant input {} has the shape {} and belongs to fixed positions, the data beside it "
                         "becomes {}",
                         slot, textOf(shapes.before(slot)), textOf(all));
    length = result;
  }
  return shapes.setWeights(slot, std::move(own));
}

Refusal broadcast(OperatorShapes& shapes) {
  std::optional<Shape> all = stretched(shapes);
  if (!all) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < shapes.inputs(); ++i)
      if (shapes.has(i)) texts.push_back(textOf(shapes.now(i)));
    return fmt::format("its inputs would have shapes that do not go together: {}", fmt::join(texts, " and "));
  }
  for (std::size_t i = 0; i < shapes.inputs(); ++i)
    if (shapes.isConstant(i))
      if (Refusal refusal = follow(shapes, i, *all)) return refusal;
  shapes.give(*all);
  return std::nullopt;
}

} // namespace

Refusal carryShapes(OperatorShapes& shapes) {
  if (std::optional<Refusal> layer = carryThroughLayer(shapes)) return *layer;
  if (std::optional<Refusal> move = carryThroughMove(shapes)) return *move;
  const schema::BuiltinOperator code = shapes.op().code;
  const bool isByElement = ops::hasTrait(schema::EnumNameBuiltinOperator(code), ops::kByElement);
  if (shapes.outputs() == 1 && (isAmong(kBroadcast, code) || (isByElement && shapes.inputs() > 1)))
    return broadcast(shapes);
  if (shapes.outputs() == 1 && shapes.has(0) && (isAmong(kSameShape, code) || isByElement)) {
    shapes.give(shapes.now(0));
    return std::nullopt;
  }
  return "other shapes of its inputs are not supported";
}

} // namespace arenascope::resize
