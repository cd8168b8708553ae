// Operators that move elements, or take some of them.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "core/model/rewrite/resize/reshaping.h"
#include "core/model/rewrite/resize/shape_rules.h"

namespace arenascope::resize {

namespace {

using Numbers = std::vector<std::int64_t>;

std::size_t dimensionOf(std::int64_t axis, std::size_t rank) {
  if (axis < 0) axis += static_cast<std::int64_t>(rank);
  if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) throw std::out_of_range("axis");
  return static_cast<std::size_t>(axis);
}

Shape withDimension(Shape shape, std::int64_t axis, std::int32_t length) {
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(dimensionOf(axis, shape.size() + 1)), length);
  return shape;
}

Shape withoutDimension(Shape shape, std::size_t dimension) {
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(dimension));
  return shape;
}

// A vector of one element, or a scalar.
std::optional<std::int64_t> numberAt(const OperatorShapes& shapes, std::size_t slot) {
  const auto numbers = shapes.numbers(slot);
  if (!numbers || numbers->empty()) return std::nullopt;
  return numbers->front();
}

Refusal computed(std::size_t slot) {
  return fmt::format("its input {} is computed: the new shape depends on numbers that are not in the model", slot);
}

Refusal reshape(OperatorShapes& shapes) {
  const auto output = reshaped(shapes.before(0), shapes.outputBefore(), shapes.now(0), shapes.sizes());
  if (!output)
    return fmt::format("it has the fixed shape {}, which {} elements ({}) do not divide into",
                       textOf(shapes.outputBefore()), elementsOf(shapes.now(0)), textOf(shapes.now(0)));
  shapes.give(*output);
  if (const auto numbers = shapes.numbers(1); numbers && numbers->size() == output->size()) {
    Numbers target(output->begin(), output->end());
    for (std::size_t d = 0; d < target.size(); ++d)
      if ((*numbers)[d] == -1) target[d] = -1; // the interpreter's to fill in
    shapes.setNumbers(1, target);
  }
  const auto* options = shapes.options<schema::ReshapeOptions>();
  if (options != nullptr && options->new_shape() != nullptr && options->new_shape()->size() == output->size()) {
    Shape target = *output;
    for (std::size_t d = 0; d < target.size(); ++d)
      if (options->new_shape()->Get(static_cast<flatbuffers::uoffset_t>(d)) == -1) target[d] = -1;
    shapes.setOptions(builder::with(schema::BuiltinOptions_ReshapeOptions, [target](builder::Builder& builder) {
      return schema::CreateReshapeOptions(builder, builder.CreateVector(target));
    }));
  }
  return std::nullopt;
}

Refusal squeeze(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::SqueezeOptions>();
  const Shape& before = shapes.before(0);
  std::vector<bool> isGone(before.size());
  if (options != nullptr && options->squeeze_dims() != nullptr && options->squeeze_dims()->size() > 0)
    for (const std::int32_t each : *options->squeeze_dims()) isGone[dimensionOf(each, before.size())] = true;
  else
    for (std::size_t d = 0; d < before.size(); ++d) isGone[d] = before[d] == 1;
  Shape output;
  for (std::size_t d = 0; d < before.size(); ++d) {
    const std::int32_t length = shapes.now(0)[d];
    if (!isGone[d])
      output.push_back(length);
    else if (length != 1)
      return fmt::format("it removes dimension {}, whose length becomes {}", d, length);
  }
  shapes.give(output);
  return std::nullopt;
}

Refusal expand(OperatorShapes& shapes) {
  const auto axis = numberAt(shapes, 1);
  if (!axis) return computed(1);
  shapes.give(withDimension(shapes.now(0), *axis, 1));
  return std::nullopt;
}

Refusal concatenate(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::ConcatenationOptions>();
  const std::size_t axis = dimensionOf(options == nullptr ? 0 : options->axis(), shapes.outputBefore().size());
  Shape output;
  for (std::size_t i = 0; i < shapes.inputs(); ++i) {
    const Shape& now = shapes.now(i);
    if (output.empty()) {
      output = now;
      continue;
    }
    for (std::size_t d = 0; d < output.size(); ++d)
      if (d != axis && now.at(d) != output[d])
        return fmt::format("its inputs would have shapes that do not go together: {} and {}{}", textOf(output),
                           textOf(now), shapes.isConstant(i) ? ", a constant" : "");
    output.at(axis) = lengthOf(std::int64_t{output.at(axis)} + now.at(axis));
  }
  shapes.give(output);
  return std::nullopt;
}

// Equal parts.
Refusal split(OperatorShapes& shapes) {
  const auto axis = numberAt(shapes, 0);
  if (!axis) return computed(0);
  Shape output = shapes.now(1);
  const std::size_t d = dimensionOf(*axis, output.size());
  const auto parts = static_cast<std::int32_t>(shapes.outputs());
  if (output[d] % parts != 0)
    return fmt::format("it splits dimension {} into {} parts, and {} is not a multiple of that", d, parts, output[d]);
  output[d] /= parts;
  for (std::size_t i = 0; i < shapes.outputs(); ++i) shapes.give(output, i);
  return std::nullopt;
}

// Parts of given sizes, which keep their proportion.
Refusal splitBySizes(OperatorShapes& shapes) {
  const auto sizes = shapes.numbers(1);
  const auto axis = numberAt(shapes, 2);
  if (!sizes || !axis) return computed(sizes ? 2 : 1);
  const std::size_t d = dimensionOf(*axis, shapes.now(0).size());
  const std::int64_t before = shapes.before(0)[d];
  const std::int64_t now = shapes.now(0)[d];
  Numbers target = *sizes;
  for (std::size_t i = 0; i < shapes.outputs(); ++i) {
    Shape output = shapes.now(0);
    const std::int64_t size = shapes.outputBefore(i).at(d);
    if (size * now % before != 0)
      return fmt::format("it splits dimension {} into parts of fixed sizes, one of them {} of {}, which becomes {}", d,
                         size, before, now);
    output[d] = static_cast<std::int32_t>(size * now / before);
    if (target.at(i) != -1) target[i] = output[d];
    shapes.give(output, i);
  }
  shapes.setNumbers(1, target);
  return std::nullopt;
}

Refusal pack(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::PackOptions>();
  Shape output = shapes.now(0);
  for (std::size_t i = 1; i < shapes.inputs(); ++i)
    if (shapes.now(i) != output)
      return fmt::format("its inputs would have different shapes: {} and {}", textOf(output), textOf(shapes.now(i)));
  shapes.give(withDimension(output, options == nullptr ? 0 : options->axis(),
                            lengthOf(static_cast<std::int64_t>(shapes.inputs()))));
  return std::nullopt;
}

Refusal unpack(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::UnpackOptions>();
  const Shape& now = shapes.now(0);
  const std::size_t axis = dimensionOf(options == nullptr ? 0 : options->axis(), now.size());
  if (now[axis] != static_cast<std::int32_t>(shapes.outputs()))
    return fmt::format("it takes dimension {} apart into {} outputs, and its length becomes {}", axis, shapes.outputs(),
                       now[axis]);
  for (std::size_t i = 0; i < shapes.outputs(); ++i) shapes.give(withoutDimension(now, axis), i);
  return std::nullopt;
}

Refusal transpose(OperatorShapes& shapes) {
  const auto order = shapes.numbers(1);
  if (!order) return computed(1);
  Shape output;
  for (const std::int64_t each : *order) output.push_back(shapes.now(0)[dimensionOf(each, shapes.now(0).size())]);
  shapes.give(output);
  return std::nullopt;
}

// What lies between two positions of a dimension whose length changes.
struct Part {
  std::int64_t begin = 0;
  std::int64_t size = 0;
};

// The whole stays whole, a share stays that share where it is a whole number. Otherwise what is left out at both ends
// stays, if it is the smaller part, or the part keeps its size and its distance to the nearer end.
std::optional<Part> partOf(const Part& part, std::int64_t before, std::int64_t now) {
  if (before == now) return part;
  Part result;
  if (part.begin * now % before == 0 && part.size * now % before == 0)
    result = {part.begin * now / before, part.size * now / before};
  else if (2 * part.size > before)
    result = {part.begin, now - (before - part.size)};
  else
    result = {2 * part.begin <= before ? part.begin : now - (before - part.begin), part.size};
  if (result.begin < 0 || result.size < 1 || result.begin + result.size > now) return std::nullopt;
  return result;
}

Refusal outside(std::size_t dimension, const Part& part, std::int64_t before, std::int64_t now) {
  return fmt::format("it takes {} elements from position {} of dimension {}, whose length becomes {} instead of {}",
                     part.size, part.begin, dimension, now, before);
}

Refusal slice(OperatorShapes& shapes) {
  auto begins = shapes.numbers(1);
  auto sizes = shapes.numbers(2);
  if (!begins || !sizes) return computed(begins ? 2 : 1);
  Shape output = shapes.now(0);
  for (std::size_t d = 0; d < output.size(); ++d) {
    const std::int64_t before = shapes.before(0)[d];
    const Part part{begins->at(d), shapes.outputBefore().at(d)};
    const auto now = partOf(part, before, output[d]);
    if (!now) return outside(d, part, before, output[d]);
    (*begins)[d] = now->begin;
    if (sizes->at(d) != -1) (*sizes)[d] = now->size;
    output[d] = static_cast<std::int32_t>(now->size);
  }
  shapes.setNumbers(1, *begins);
  shapes.setNumbers(2, *sizes);
  shapes.give(output);
  return std::nullopt;
}

Refusal sliceByStrides(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::StridedSliceOptions>();
  auto begins = shapes.numbers(1);
  auto ends = shapes.numbers(2);
  const auto strides = shapes.numbers(3);
  if (!begins || !ends || !strides) return computed(!begins ? 1 : !ends ? 2 : 3);
  const auto isSet = [](std::int32_t mask, std::size_t d) { return (mask >> d & 1) != 0; };
  const std::int32_t beginMask = options == nullptr ? 0 : options->begin_mask();
  const std::int32_t endMask = options == nullptr ? 0 : options->end_mask();
  const std::int32_t shrinkMask = options == nullptr ? 0 : options->shrink_axis_mask();
  if (options != nullptr && (options->ellipsis_mask() != 0 || options->new_axis_mask() != 0 || options->offset()))
    return "its masks of dimensions are not supported";
  Shape output;
  for (std::size_t d = 0; d < shapes.now(0).size(); ++d) {
    const std::int64_t before = shapes.before(0)[d];
    const std::int64_t now = shapes.now(0)[d];
    if (d >= begins->size()) {
      output.push_back(static_cast<std::int32_t>(now));
      continue;
    }
    const std::int64_t stride = strides->at(d);
    const auto within = [before](std::int64_t position) {
      return std::clamp<std::int64_t>(position < 0 ? position + before : position, 0, before);
    };
    const bool isAll = isSet(beginMask, d) && isSet(endMask, d);
    if (stride < 1 && !isAll) return "it has a stride below 1";
    const std::int64_t begin = isSet(beginMask, d) ? 0 : within((*begins)[d]);
    const bool isOne = isSet(shrinkMask, d);
    const std::int64_t end = isOne ? begin + 1 : isSet(endMask, d) ? before : within(ends->at(d));
    const Part part{begin, end - begin};
    // Each nth element from the first ones on: begins stay.
    const bool isEach = stride != 1 && end == before;
    const auto moved = isAll    ? Part{0, now}
                       : isEach ? std::optional(Part{begin, now - begin})
                                : partOf(part, before, now);
    if (!moved || moved->size < 1) return outside(d, part, before, now);
    if (before != now && !isSet(beginMask, d)) (*begins)[d] = moved->begin;
    if (before != now && !isSet(endMask, d)) (*ends)[d] = moved->begin + moved->size;
    const std::int64_t step = std::abs(stride);
    if (!isOne) output.push_back(static_cast<std::int32_t>((moved->size + step - 1) / step));
  }
  shapes.setNumbers(1, *begins);
  shapes.setNumbers(2, *ends);
  shapes.give(output);
  return std::nullopt;
}

// Channels that are added to reach those of a wider tensor: they keep their share.
Refusal pad(OperatorShapes& shapes) {
  const auto around = shapes.numbers(1);
  if (!around) return computed(1);
  Shape output = shapes.now(0);
  if (around->size() != 2 * output.size()) return "its paddings are not two for each dimension";
  Numbers target = *around;
  for (std::size_t d = 0; d < output.size(); ++d) {
    const std::int64_t added = target[2 * d] + target[2 * d + 1];
    if (d + 1 == output.size() && d > 0 && added > 0 && output[d] != shapes.before(0)[d]) {
      for (std::int64_t* each : {&target[2 * d], &target[2 * d + 1]}) {
        if (*each * output[d] % shapes.before(0)[d] != 0)
          return fmt::format("it adds {} channels to {}, which become {}", added, shapes.before(0)[d], output[d]);
        *each = *each * output[d] / shapes.before(0)[d];
      }
    }
    output[d] = lengthOf(output[d] + lengthOf(target[2 * d] + 1) + lengthOf(target[2 * d + 1] + 1) - 2);
  }
  shapes.setNumbers(1, target);
  shapes.give(output);
  return std::nullopt;
}

Refusal reduce(OperatorShapes& shapes) {
  const auto axes = shapes.numbers(1);
  if (!axes) return computed(1);
  const auto* options = shapes.options<schema::ReducerOptions>();
  const bool keeps = options != nullptr && options->keep_dims();
  const std::size_t rank = shapes.now(0).size();
  std::vector<bool> isReduced(rank);
  for (const std::int64_t each : *axes) isReduced[dimensionOf(each, rank)] = true;
  Shape output;
  for (std::size_t d = 0; d < rank; ++d)
    if (!isReduced[d] || keeps) output.push_back(isReduced[d] ? 1 : shapes.now(0)[d]);
  shapes.give(output);
  return std::nullopt;
}

Refusal findExtreme(OperatorShapes& shapes) {
  const auto axis = numberAt(shapes, 1);
  if (!axis) return computed(1);
  const std::size_t d = dimensionOf(*axis, shapes.now(0).size());
  const Shape output = withoutDimension(shapes.now(0), d);
  const bool keeps = shapes.outputBefore().size() > output.size();
  shapes.give(keeps ? withDimension(output, static_cast<std::int64_t>(d), 1) : output);
  return std::nullopt;
}

Refusal resizeImage(OperatorShapes& shapes) {
  const auto size = shapes.numbers(1);
  if (!size || size->size() != 2) return computed(1);
  const Shape& before = shapes.before(0);
  Shape output = shapes.now(0);
  if (output.size() != 4) throw std::out_of_range("image");
  const std::int32_t height = lengthOf((*size)[0]);
  const std::int32_t width = lengthOf((*size)[1]);
  const bool isSame = before[1] == output[1] && before[2] == output[2];
  const auto known = shapes.sizes().newSizeOf({height, width});
  if (isSame) {
    output[1] = height, output[2] = width;
  } else if (known) {
    output[1] = known->first, output[2] = known->second;
  } else {
    const auto scaled = [](std::int64_t to, std::int64_t from, std::int64_t now) {
      return to * now % from == 0 ? to * now / from : 0;
    };
    const std::int64_t high = scaled(height, before[1], output[1]);
    const std::int64_t wide = scaled(width, before[2], output[2]);
    if (high == 0 || wide == 0)
      return fmt::format("it resizes {}x{} to the fixed size {}x{}, which is not a multiple for {}x{}", before[1],
                         before[2], height, width, output[1], output[2]);
    output[1] = lengthOf(high), output[2] = lengthOf(wide);
  }
  shapes.setNumbers(1, {output[1], output[2]});
  shapes.give(output);
  return std::nullopt;
}

// Blocks of an image to channels, or back.
Refusal exchangeDepth(OperatorShapes& shapes, std::int32_t block, bool toDepth) {
  Shape output = shapes.now(0);
  if (block < 1 || block > 1 << 15 || output.size() != 4) throw std::out_of_range("block");
  const std::int32_t area = block * block;
  if (toDepth ? output[1] % block != 0 || output[2] % block != 0 : output[3] % area != 0)
    return fmt::format("its blocks of {0}x{0} do not divide {1}", block, textOf(output));
  output[1] = toDepth ? output[1] / block : output[1] * block;
  output[2] = toDepth ? output[2] / block : output[2] * block;
  output[3] = toDepth ? lengthOf(std::int64_t{output[3]} * area) : output[3] / area;
  shapes.give(output);
  return std::nullopt;
}

Refusal exchangeBatches(OperatorShapes& shapes, bool toBatches) {
  const auto block = shapes.numbers(1);
  const auto around = shapes.numbers(2);
  if (!block || !around) return computed(block ? 2 : 1);
  Shape output = shapes.now(0);
  for (std::size_t i = 0; i < block->size() && i + 1 < output.size(); ++i) {
    const std::int64_t size = lengthOf((*block)[i]);
    const std::int64_t border = std::int64_t{lengthOf(around->at(2 * i) + 1)} + lengthOf(around->at(2 * i + 1) + 1) - 2;
    std::int32_t& length = output[i + 1];
    if (toBatches ? (length + border) % size != 0 : output[0] % size != 0 || length * size <= border)
      return fmt::format("its blocks of {} do not divide {} with a border of {}", size, length, border);
    length = lengthOf(toBatches ? (length + border) / size : length * size - border);
    output[0] = lengthOf(toBatches ? output[0] * size : output[0] / size);
  }
  shapes.give(output);
  return std::nullopt;
}

// Rows of a constant table: each keeps its length.
Refusal gather(OperatorShapes& shapes) {
  const auto* options = shapes.options<schema::GatherOptions>();
  const Shape& table = shapes.now(0);
  const std::size_t axis = dimensionOf(options == nullptr ? 0 : options->axis(), table.size());
  if (options != nullptr && options->batch_dims() != 0) return "its batches are not supported";
  if (shapes.isConstant(1) && table[axis] != shapes.before(0)[axis])
    return fmt::format("it takes fixed positions of dimension {}, whose length becomes {} instead of {}", axis,
                       table[axis], shapes.before(0)[axis]);
  Shape output(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(axis));
  output.insert(output.end(), shapes.now(1).begin(), shapes.now(1).end());
  output.insert(output.end(), table.begin() + static_cast<std::ptrdiff_t>(axis) + 1, table.end());
  shapes.give(output);
  return std::nullopt;
}

// The result has the shape that it had, whatever the input's lengths.
Refusal keep(OperatorShapes& /*shapes*/) { return std::nullopt; }

// Boxes and scores of candidates beside their anchors. The number of results stays.
Refusal detect(OperatorShapes& shapes) {
  Shape anchors = shapes.before(2);
  anchors.at(0) = shapes.now(0).at(1);
  if (shapes.now(1).at(1) != anchors[0])
    return fmt::format("it would have {} boxes and {} scores", anchors[0], shapes.now(1)[1]);
  return shapes.setWeights(2, anchors);
}

} // namespace

std::optional<Refusal> carryThroughMove(OperatorShapes& shapes) {
  switch (shapes.op().code) {
  case schema::BuiltinOperator_RESHAPE: return reshape(shapes);
  case schema::BuiltinOperator_SQUEEZE: return squeeze(shapes);
  case schema::BuiltinOperator_EXPAND_DIMS: return expand(shapes);
  case schema::BuiltinOperator_CONCATENATION: return concatenate(shapes);
  case schema::BuiltinOperator_SPLIT: return split(shapes);
  case schema::BuiltinOperator_SPLIT_V: return splitBySizes(shapes);
  case schema::BuiltinOperator_PACK: return pack(shapes);
  case schema::BuiltinOperator_UNPACK: return unpack(shapes);
  case schema::BuiltinOperator_TRANSPOSE: return transpose(shapes);
  case schema::BuiltinOperator_SLICE: return slice(shapes);
  case schema::BuiltinOperator_STRIDED_SLICE: return sliceByStrides(shapes);
  case schema::BuiltinOperator_PAD:
  case schema::BuiltinOperator_PADV2:
  case schema::BuiltinOperator_MIRROR_PAD: return pad(shapes);
  case schema::BuiltinOperator_MEAN:
  case schema::BuiltinOperator_SUM:
  case schema::BuiltinOperator_REDUCE_MAX:
  case schema::BuiltinOperator_REDUCE_MIN:
  case schema::BuiltinOperator_REDUCE_ALL: return reduce(shapes);
  case schema::BuiltinOperator_ARG_MAX:
  case schema::BuiltinOperator_ARG_MIN: return findExtreme(shapes);
  case schema::BuiltinOperator_RESIZE_BILINEAR:
  case schema::BuiltinOperator_RESIZE_NEAREST_NEIGHBOR: return resizeImage(shapes);
  case schema::BuiltinOperator_SPACE_TO_DEPTH: {
    const auto* options = shapes.options<schema::SpaceToDepthOptions>();
    return exchangeDepth(shapes, options == nullptr ? 0 : options->block_size(), true);
  }
  case schema::BuiltinOperator_DEPTH_TO_SPACE: {
    const auto* options = shapes.options<schema::DepthToSpaceOptions>();
    return exchangeDepth(shapes, options == nullptr ? 0 : options->block_size(), false);
  }
  case schema::BuiltinOperator_SPACE_TO_BATCH_ND: return exchangeBatches(shapes, true);
  case schema::BuiltinOperator_BATCH_TO_SPACE_ND: return exchangeBatches(shapes, false);
  case schema::BuiltinOperator_GATHER: return gather(shapes);
  case schema::BuiltinOperator_SHAPE: return keep(shapes);
  case schema::BuiltinOperator_CUSTOM:
    if (shapes.op().customName == "TFLite_Detection_PostProcess") return detect(shapes);
    return std::nullopt;
  default: return std::nullopt;
  }
}

} // namespace arenascope::resize
