// Operators that move, cut, join and repeat data, and those that reduce it.
#include "tests/operators/operator_case.h"

namespace arenascope::test {

namespace {

using namespace schema;

void addJoins(std::vector<OperatorCase>& cases) {
  cases.push_back(builtinCase(
      "concatenation", BuiltinOperator_CONCATENATION, {floats({1, 2}, {2, 1}), floats({3, 4, 5, 6}, {2, 2})},
      {floats({1, 3, 4, 2, 5, 6}, {2, 3})},
      with(BuiltinOptions_ConcatenationOptions, [](Builder& b) { return CreateConcatenationOptions(b, -1); })));
  cases.push_back(builtinCase("pack", BuiltinOperator_PACK, {int32({1, 2}), int32({3, 4})},
                              {int32({1, 3, 2, 4}, {2, 2})},
                              with(BuiltinOptions_PackOptions, [](Builder& b) { return CreatePackOptions(b, 2, 1); })));
  cases.push_back(
      builtinCase("unpack", BuiltinOperator_UNPACK, {int32({1, 2, 3, 4}, {2, 2})}, {int32({1, 3}), int32({2, 4})},
                  with(BuiltinOptions_UnpackOptions, [](Builder& b) { return CreateUnpackOptions(b, 2, 1); })));
  cases.push_back(builtinCase("split", BuiltinOperator_SPLIT, {constant(int32({1}, {})), floats({1, 2, 3, 4}, {2, 2})},
                              {floats({1, 3}, {2, 1}), floats({2, 4}, {2, 1})},
                              with(BuiltinOptions_SplitOptions, [](Builder& b) { return CreateSplitOptions(b, 2); })));
  cases.push_back(
      builtinCase("split_v", BuiltinOperator_SPLIT_V,
                  {floats({1, 2, 3}), constant(int32({1, 2})), constant(int32({0}, {}))}, {floats({1}), floats({2, 3})},
                  with(BuiltinOptions_SplitVOptions, [](Builder& b) { return CreateSplitVOptions(b, 2); })));
}

void addShapes(std::vector<OperatorCase>& cases) {
  cases.push_back(builtinCase("reshape", BuiltinOperator_RESHAPE, {int8({1, 2, 3, 4}), constant(int32({2, 2}))},
                              {int8({1, 2, 3, 4}, 1.0F, 0, {2, 2})}));
  cases.push_back(builtinCase("expand_dims", BuiltinOperator_EXPAND_DIMS, {floats({1, 2}), constant(int32({0}, {}))},
                              {floats({1, 2}, {1, 2})}));
  cases.push_back(builtinCase("squeeze", BuiltinOperator_SQUEEZE, {floats({1, 2}, {1, 2, 1})}, {floats({1, 2})},
                              with(BuiltinOptions_SqueezeOptions, [](Builder& b) { return CreateSqueezeOptions(b); })));
  cases.push_back(builtinCase(
      "shape", BuiltinOperator_SHAPE, {floats({1, 2, 3, 4, 5, 6}, {2, 3})}, {int32({2, 3})},
      with(BuiltinOptions_ShapeOptions, [](Builder& b) { return CreateShapeOptions(b, TensorType_INT32); })));
  cases.push_back(builtinCase("broadcast_args", BuiltinOperator_BROADCAST_ARGS,
                              {constant(int32({1, 3})), constant(int32({2, 1}))}, {int32({2, 3})}));
  cases.push_back(builtinCase("broadcast_to", BuiltinOperator_BROADCAST_TO, {floats({1, 2}), constant(int32({2, 2}))},
                              {floats({1, 2, 1, 2}, {2, 2})}));
  cases.push_back(builtinCase("fill", BuiltinOperator_FILL, {constant(int32({3})), constant(floats({7}, {}))},
                              {floats({7, 7, 7})}));
}

void addPicks(std::vector<OperatorCase>& cases) {
  cases.push_back(
      builtinCase("gather", BuiltinOperator_GATHER, {floats({1, 2, 3, 4, 5, 6}, {3, 2}), constant(int32({2, 0}))},
                  {floats({5, 6, 1, 2}, {2, 2})},
                  with(BuiltinOptions_GatherOptions, [](Builder& b) { return CreateGatherOptions(b, 0, 0); })));
  cases.push_back(builtinCase(
      "gather_nothing", BuiltinOperator_GATHER, {floats({}, {3, 0}), constant(int32({2, 0}))}, {floats({}, {2, 0})},
      with(BuiltinOptions_GatherOptions, [](Builder& b) { return CreateGatherOptions(b, 0, 0); })));
  cases.push_back(builtinCase("gather_nd", BuiltinOperator_GATHER_ND,
                              {floats({1, 2, 3, 4}, {2, 2}), constant(int32({0, 1, 1, 0}, {2, 2}))}, {floats({2, 3})}));
  cases.push_back(builtinCase("embedding_lookup", BuiltinOperator_EMBEDDING_LOOKUP,
                              {constant(int32({2, 0})), constant(floats({1, 2, 3, 4, 5, 6}, {3, 2}))},
                              {floats({5, 6, 1, 2}, {2, 2})}));
  cases.push_back(builtinCase("slice", BuiltinOperator_SLICE,
                              {floats({1, 2, 3, 4, 5, 6}, {2, 3}), constant(int32({0, 1})), constant(int32({2, -1}))},
                              {floats({2, 3, 5, 6}, {2, 2})}));
  cases.push_back(builtinCase(
      "strided_slice", BuiltinOperator_STRIDED_SLICE,
      {floats({1, 2, 3, 4, 5}), constant(int32({-1})), constant(int32({0})), constant(int32({-2}))}, {floats({5, 3})},
      with(BuiltinOptions_StridedSliceOptions, [](Builder& b) { return CreateStridedSliceOptions(b); })));
  cases.push_back(builtinCase(
      "strided_slice_shrink", BuiltinOperator_STRIDED_SLICE,
      {int8({1, 2, 3, 4}, 1.0F, 0, {2, 2}), constant(int32({1, 0})), constant(int32({2, 2})), constant(int32({1, 1}))},
      {int8({3, 4})}, with(BuiltinOptions_StridedSliceOptions, [](Builder& b) {
        return CreateStridedSliceOptions(b, 0, 0, 0, 0, 1);
      })));
  cases.push_back(builtinCase("dynamic_update_slice", BuiltinOperator_DYNAMIC_UPDATE_SLICE,
                              {floats({1, 2, 3, 4}), floats({8, 9}), constant(int32({1}))}, {floats({1, 8, 9, 4})}));
  cases.push_back(builtinCase("reverse_v2", BuiltinOperator_REVERSE_V2,
                              {floats({1, 2, 3, 4}, {2, 2}), constant(int32({1}))}, {floats({2, 1, 4, 3}, {2, 2})}));
  cases.push_back(builtinCase("transpose", BuiltinOperator_TRANSPOSE,
                              {floats({1, 2, 3, 4, 5, 6}, {2, 3}), constant(int32({1, 0}))},
                              {floats({1, 4, 2, 5, 3, 6}, {3, 2})}));
}

void addImages(std::vector<OperatorCase>& cases) {
  const std::vector<std::int32_t> image = {1, 2, 2, 1};
  cases.push_back(builtinCase("pad", BuiltinOperator_PAD,
                              {int8({1, 2, 3, 4}, 0.5F, 7, {2, 2}), constant(int32({1, 0, 0, 1}, {2, 2}))},
                              {int8({7, 7, 7, 1, 2, 7, 3, 4, 7}, 0.5F, 7, {3, 3})}));
  cases.push_back(builtinCase("padv2", BuiltinOperator_PADV2,
                              {floats({1, 2}), constant(int32({1, 2}, {1, 2})), constant(floats({9}, {1}))},
                              {floats({9, 1, 2, 9, 9})}));
  cases.push_back(builtinCase("mirror_pad", BuiltinOperator_MIRROR_PAD,
                              {floats({1, 2, 3}), constant(int32({1, 1}, {1, 2}))}, {floats({2, 1, 2, 3, 2})},
                              with(BuiltinOptions_MirrorPadOptions,
                                   [](Builder& b) { return CreateMirrorPadOptions(b, MirrorPadMode_REFLECT); })));
  cases.push_back(
      builtinCase("batch_to_space_nd", BuiltinOperator_BATCH_TO_SPACE_ND,
                  {floats({1, 2, 3, 4}, {4, 1, 1, 1}), constant(int32({2, 2})), constant(int32({0, 0, 0, 0}, {2, 2}))},
                  {floats({1, 2, 3, 4}, image)}));
  cases.push_back(
      builtinCase("space_to_batch_nd", BuiltinOperator_SPACE_TO_BATCH_ND,
                  {floats({1, 2, 3, 4}, image), constant(int32({2, 2})), constant(int32({0, 0, 0, 0}, {2, 2}))},
                  {floats({1, 2, 3, 4}, {4, 1, 1, 1})}));
  cases.push_back(builtinCase("depth_to_space", BuiltinOperator_DEPTH_TO_SPACE, {floats({1, 2, 3, 4}, {1, 1, 1, 4})},
                              {floats({1, 2, 3, 4}, image)}, with(BuiltinOptions_DepthToSpaceOptions, [](Builder& b) {
                                return CreateDepthToSpaceOptions(b, 2);
                              })));
  cases.push_back(builtinCase(
      "space_to_depth", BuiltinOperator_SPACE_TO_DEPTH, {floats({1, 2, 3, 4}, image)},
      {floats({1, 2, 3, 4}, {1, 1, 1, 4})},
      with(BuiltinOptions_SpaceToDepthOptions, [](Builder& b) { return CreateSpaceToDepthOptions(b, 2); })));
  cases.push_back(builtinCase(
      "resize_bilinear", BuiltinOperator_RESIZE_BILINEAR, {floats({0, 4}, {1, 1, 2, 1}), constant(int32({1, 3}))},
      {floats({0, 2, 4}, {1, 1, 3, 1})}, with(BuiltinOptions_ResizeBilinearOptions, [](Builder& b) {
        return CreateResizeBilinearOptions(b, true, false);
      })));
  cases.push_back(builtinCase("resize_nearest_neighbor", BuiltinOperator_RESIZE_NEAREST_NEIGHBOR,
                              {int8({1, 2}, 1.0F, 0, {1, 1, 2, 1}), constant(int32({1, 4}))},
                              {int8({1, 1, 2, 2}, 1.0F, 0, {1, 1, 4, 1})},
                              with(BuiltinOptions_ResizeNearestNeighborOptions,
                                   [](Builder& b) { return CreateResizeNearestNeighborOptions(b); })));
}

void addReductions(std::vector<OperatorCase>& cases) {
  const auto keep = [](bool keepDims) {
    return with(BuiltinOptions_ReducerOptions, [keepDims](Builder& b) { return CreateReducerOptions(b, keepDims); });
  };
  const Values matrix = floats({1, 2, 6, -1, 0, 4}, {2, 3});
  cases.push_back(
      builtinCase("mean", BuiltinOperator_MEAN, {matrix, constant(int32({-1}))}, {floats({3, 1})}, keep(false)));
  cases.push_back(builtinCase("mean_images", BuiltinOperator_MEAN,
                              {floats({1, 10, 2, 20, 3, 30, 6, 40}, {1, 2, 2, 2}), constant(int32({1, 2}))},
                              {floats({3, 25}, {1, 1, 1, 2})}, keep(true)));
  // 10 / 4 = 2.5 goes away from zero.
  cases.push_back(builtinCase("mean_int8", BuiltinOperator_MEAN,
                              {int8({1, 2, 4, 5, 1, 2, 3, 4}, 0.1F, 0, {2, 4}), constant(int32({1}))},
                              {int8({3, 3}, 0.1F, 0, {2, 1})}, keep(true)));
  cases.push_back(
      builtinCase("sum", BuiltinOperator_SUM, {matrix, constant(int32({0}))}, {floats({0, 2, 10})}, keep(false)));
  cases.push_back(builtinCase("reduce_max", BuiltinOperator_REDUCE_MAX, {matrix, constant(int32({1}))},
                              {floats({6, 4})}, keep(false)));
  cases.push_back(builtinCase("reduce_min", BuiltinOperator_REDUCE_MIN, {matrix, constant(int32({1}))},
                              {floats({1, -1})}, keep(false)));
  cases.push_back(builtinCase("reduce_all", BuiltinOperator_REDUCE_ALL,
                              {bools({1, 1, 1, 0}, {2, 2}), constant(int32({1}))}, {bools({1, 0})}, keep(false)));
  cases.push_back(builtinCase(
      "arg_max", BuiltinOperator_ARG_MAX, {matrix, constant(int32({1}, {1}))}, {int32({2, 2})},
      with(BuiltinOptions_ArgMaxOptions, [](Builder& b) { return CreateArgMaxOptions(b, TensorType_INT32); })));
  cases.push_back(builtinCase(
      "arg_min", BuiltinOperator_ARG_MIN, {matrix, constant(int32({1}, {1}))}, {int32({0, 0})},
      with(BuiltinOptions_ArgMinOptions, [](Builder& b) { return CreateArgMinOptions(b, TensorType_INT32); })));
  cases.push_back(
      builtinCase("cumsum", BuiltinOperator_CUMSUM, {floats({1, 2, 3}), constant(int32({0}, {}))}, {floats({5, 3, 0})},
                  with(BuiltinOptions_CumsumOptions, [](Builder& b) { return CreateCumsumOptions(b, true, true); })));
}

} // namespace

std::vector<OperatorCase> movementCases() {
  std::vector<OperatorCase> cases;
  addJoins(cases);
  addShapes(cases);
  addPicks(cases);
  addImages(cases);
  addReductions(cases);
  return cases;
}

} // namespace arenascope::test
