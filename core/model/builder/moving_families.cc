#include "core/model/builder/moving_families.h"

#include <algorithm>

#include "core/model/builder/random_values.h"

namespace arenascope::builder {
namespace {

using namespace schema;

using Model = std::vector<std::uint8_t>;
using Extents = std::vector<std::int32_t>;

constexpr int kMostExtent = 5; // of a dimension
constexpr float kScale = 0.1F;

Values bytesIn(Random& random, const Extents& shape) { return activations(random, TensorType_INT8, shape, kScale); }

Values like(const Values& values, const Extents& shape) {
  Values other = values;
  other.shape = shape;
  return other;
}

Values numbersOf(const Extents& extents) { return constant(int32({extents.begin(), extents.end()})); }

Model reshape(const std::string& name, Random& random, Scope /*scope*/) {
  const Extents shape = randomShape(random, 1, 2 * kMostExtent);
  Extents flat = {1, elementsOf(shape)};
  if (random.between(0, 1) == 0) flat = {elementsOf(shape)};
  const Values input = bytesIn(random, shape);
  return modelOf(name, BuiltinOperator_RESHAPE, {input, numbersOf(flat)}, {like(input, flat)});
}

Model expandDims(const std::string& name, Random& random, Scope /*scope*/) {
  Extents shape = randomShape(random, 1, kMostExtent);
  const Values input = bytesIn(random, shape);
  shape.insert(shape.begin(), 1);
  return modelOf(name, BuiltinOperator_EXPAND_DIMS, {input, constant(int32({0}, {}))}, {like(input, shape)});
}

Model squeeze(const std::string& name, Random& random, Scope /*scope*/) {
  const Extents shape = {random.between(2, kMostExtent), random.between(2, kMostExtent)};
  const Values output = bytesIn(random, shape);
  return modelOf(name, BuiltinOperator_SQUEEZE, {like(output, {1, shape[0], 1, shape[1]})}, {output},
                 with(BuiltinOptions_SqueezeOptions, [](Builder& b) { return CreateSqueezeOptions(b); }));
}

Model concatenation(const std::string& name, Random& random, Scope /*scope*/) {
  const Extents shape = randomShape(random, 1, kMostExtent);
  const int axis = random.between(0, static_cast<int>(shape.size()) - 1);
  Values output = bytesIn(random, shape);
  output.shape[static_cast<std::size_t>(axis)] = 0;
  std::vector<Values> inputs;
  for (int i = random.between(1, 4); i > 0; --i) {
    Extents own = shape;
    own[static_cast<std::size_t>(axis)] = random.between(1, kMostExtent);
    output.shape[static_cast<std::size_t>(axis)] += own[static_cast<std::size_t>(axis)];
    inputs.push_back(like(output, own));
  }
  return modelOf(
      name, BuiltinOperator_CONCATENATION, inputs, {output},
      with(BuiltinOptions_ConcatenationOptions, [=](Builder& b) { return CreateConcatenationOptions(b, axis); }));
}

Model pack(const std::string& name, Random& random, Scope /*scope*/) {
  const Values input = bytesIn(random, randomShape(random, 1, kMostExtent));
  const int count = random.between(1, 4);
  Extents shape = input.shape;
  shape.insert(shape.begin(), count);
  return modelOf(name, BuiltinOperator_PACK, std::vector<Values>(static_cast<std::size_t>(count), input),
                 {like(input, shape)},
                 with(BuiltinOptions_PackOptions, [=](Builder& b) { return CreatePackOptions(b, count, 0); }));
}

Model unpack(const std::string& name, Random& random, Scope /*scope*/) {
  const Values output = bytesIn(random, randomShape(random, 1, kMostExtent));
  const int count = random.between(1, 4);
  Extents shape = output.shape;
  shape.insert(shape.begin(), count);
  return modelOf(name, BuiltinOperator_UNPACK, {like(output, shape)},
                 std::vector<Values>(static_cast<std::size_t>(count), output),
                 with(BuiltinOptions_UnpackOptions, [=](Builder& b) { return CreateUnpackOptions(b, count, 0); }));
}

Model split(const std::string& name, Random& random, Scope /*scope*/) {
  const Values output = bytesIn(random, randomShape(random, 2, kMostExtent));
  const int count = random.between(1, 4);
  Extents shape = output.shape;
  shape[1] *= count;
  return modelOf(name, BuiltinOperator_SPLIT, {constant(int32({1}, {})), like(output, shape)},
                 std::vector<Values>(static_cast<std::size_t>(count), output),
                 with(BuiltinOptions_SplitOptions, [=](Builder& b) { return CreateSplitOptions(b, count); }));
}

// Begin and length in each dimension.
Model slice(const std::string& name, Random& random, Scope /*scope*/) {
  const Values input = bytesIn(random, randomShape(random, 1, kMostExtent));
  Extents begin;
  Extents size;
  for (const std::int32_t extent : input.shape) {
    begin.push_back(random.between(0, extent - 1));
    size.push_back(random.between(1, extent - begin.back()));
  }
  return modelOf(name, BuiltinOperator_SLICE, {input, numbersOf(begin), numbersOf(size)}, {like(input, size)});
}

Model stridedSlice(const std::string& name, Random& random, Scope /*scope*/) {
  const Values input = bytesIn(random, randomShape(random, 1, kMostExtent));
  Extents begin;
  Extents stride;
  Extents out;
  for (const std::int32_t extent : input.shape) {
    begin.push_back(random.between(0, extent - 1));
    stride.push_back(random.between(1, 3));
    out.push_back((extent - begin.back() + stride.back() - 1) / stride.back());
  }
  return modelOf(name, BuiltinOperator_STRIDED_SLICE,
                 {input, numbersOf(begin), numbersOf(input.shape), numbersOf(stride)}, {like(input, out)},
                 with(BuiltinOptions_StridedSliceOptions, [](Builder& b) { return CreateStridedSliceOptions(b); }));
}

Model gather(const std::string& name, Random& random, Scope /*scope*/) {
  const Values input = bytesIn(random, randomShape(random, 1, kMostExtent));
  Extents rows;
  for (int i = random.between(1, 4); i > 0; --i) rows.push_back(random.between(0, input.shape[0] - 1));
  Extents out = input.shape;
  out[0] = static_cast<std::int32_t>(rows.size());
  return modelOf(name, BuiltinOperator_GATHER, {input, numbersOf(rows)}, {like(input, out)},
                 with(BuiltinOptions_GatherOptions, [](Builder& b) { return CreateGatherOptions(b, 0, 0); }));
}

Model argMax(const std::string& name, Random& random, BuiltinOperator op) {
  const Values input = bytesIn(random, randomShape(random, 2, kMostExtent));
  Extents out = input.shape;
  out.pop_back();
  const int axis = static_cast<int>(out.size());
  const auto options =
      op == BuiltinOperator_ARG_MAX
          ? with(BuiltinOptions_ArgMaxOptions, [](Builder& b) { return CreateArgMaxOptions(b, TensorType_INT32); })
          : with(BuiltinOptions_ArgMinOptions, [](Builder& b) { return CreateArgMinOptions(b, TensorType_INT32); });
  return modelOf(name, op, {input, constant(int32({static_cast<double>(axis)}, {1}))}, {int32({}, out)}, options);
}

Extents image(Random& random, int channels) {
  return {random.between(1, 2), random.between(1, kMostExtent), random.between(1, kMostExtent), channels};
}

Model mirrorPad(const std::string& name, Random& random, Scope /*scope*/) {
  const Values input = bytesIn(random, {random.between(2, kMostExtent), random.between(2, kMostExtent)});
  const Extents pads = {random.between(0, 1), random.between(0, 1), random.between(0, 1), random.between(0, 1)};
  Values amounts = numbersOf(pads);
  amounts.shape = {2, 2};
  return modelOf(name, BuiltinOperator_MIRROR_PAD, {input, amounts},
                 {like(input, {input.shape[0] + pads[0] + pads[1], input.shape[1] + pads[2] + pads[3]})},
                 with(BuiltinOptions_MirrorPadOptions,
                      [](Builder& b) { return CreateMirrorPadOptions(b, MirrorPadMode_REFLECT); }));
}

Model depthToSpace(const std::string& name, Random& random, bool back) {
  const Values wide = bytesIn(random, image(random, random.between(1, 4)));
  const Values deep = like(wide, {wide.shape[0], wide.shape[1], wide.shape[2], wide.shape[3] * 4});
  const Values large = like(wide, {wide.shape[0], wide.shape[1] * 2, wide.shape[2] * 2, wide.shape[3]});
  if (back)
    return modelOf(
        name, BuiltinOperator_SPACE_TO_DEPTH, {large}, {deep},
        with(BuiltinOptions_SpaceToDepthOptions, [](Builder& b) { return CreateSpaceToDepthOptions(b, 2); }));
  return modelOf(name, BuiltinOperator_DEPTH_TO_SPACE, {deep}, {large},
                 with(BuiltinOptions_DepthToSpaceOptions, [](Builder& b) { return CreateDepthToSpaceOptions(b, 2); }));
}

Model spaceToBatch(const std::string& name, Random& random, bool back) {
  const Values one = bytesIn(random, image(random, random.between(1, 4)));
  const Values many = like(one, {one.shape[0] * 4, one.shape[1], one.shape[2], one.shape[3]});
  const Values large = like(one, {one.shape[0], one.shape[1] * 2, one.shape[2] * 2, one.shape[3]});
  Values none = numbersOf({0, 0, 0, 0});
  none.shape = {2, 2};
  return modelOf(name, back ? BuiltinOperator_BATCH_TO_SPACE_ND : BuiltinOperator_SPACE_TO_BATCH_ND,
                 {back ? many : large, numbersOf({2, 2}), none}, {back ? large : many});
}

Model resize(const std::string& name, Random& random, bool nearest) {
  const Values input = bytesIn(random, image(random, random.between(1, 4)));
  const Extents size = {random.between(1, 2 * kMostExtent), random.between(1, 2 * kMostExtent)};
  const bool half = random.between(0, 1) == 0;
  const auto options = nearest ? with(BuiltinOptions_ResizeNearestNeighborOptions,
                                      [=](Builder& b) { return CreateResizeNearestNeighborOptions(b, false, half); })
                               : with(BuiltinOptions_ResizeBilinearOptions,
                                      [=](Builder& b) { return CreateResizeBilinearOptions(b, false, half); });
  return modelOf(name, nearest ? BuiltinOperator_RESIZE_NEAREST_NEIGHBOR : BuiltinOperator_RESIZE_BILINEAR,
                 {input, numbersOf(size)}, {like(input, {input.shape[0], size[0], size[1], input.shape[3]})}, options);
}

// One of two operators that share their shapes.
template <typename Make, typename Which>
auto either(Make make, Which which) {
  return [=](const std::string& name, Random& random, Scope /*scope*/) { return make(name, random, which); };
}

} // namespace

std::vector<OperatorFamily> movingFamilies() {
  return {{"RESHAPE", reshape},
          {"EXPAND_DIMS", expandDims},
          {"SQUEEZE", squeeze},
          {"CONCATENATION", concatenation},
          {"PACK", pack},
          {"UNPACK", unpack},
          {"SPLIT", split},
          {"SLICE", slice},
          {"STRIDED_SLICE", stridedSlice},
          {"GATHER", gather},
          {"ARG_MAX", either(argMax, BuiltinOperator_ARG_MAX)},
          {"ARG_MIN", either(argMax, BuiltinOperator_ARG_MIN)},
          {"MIRROR_PAD", mirrorPad},
          {"DEPTH_TO_SPACE", either(depthToSpace, false)},
          {"SPACE_TO_DEPTH", either(depthToSpace, true)},
          {"SPACE_TO_BATCH_ND", either(spaceToBatch, false)},
          {"BATCH_TO_SPACE_ND", either(spaceToBatch, true)},
          {"RESIZE_BILINEAR", either(resize, false)},
          {"RESIZE_NEAREST_NEIGHBOR", either(resize, true)}};
}

} // namespace arenascope::builder
