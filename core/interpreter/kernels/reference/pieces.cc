// Operators that join or split tensors along an axis: CONCATENATION, PACK, SPLIT, SPLIT_V, UNPACK.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

struct ConcatenationParams { // TfLiteConcatenationParams
  int axis;
  runtime::Activation activation;
};
static_assert(sizeof(ConcatenationParams) == bySize(8, 8));

struct PackParams { // TfLitePackParams, TfLiteUnpackParams
  int count;
  int axis;
};
static_assert(sizeof(PackParams) == bySize(8, 8));

struct SplitParams { // TfLiteSplitParams, TfLiteSplitVParams
  int count;
};
static_assert(sizeof(SplitParams) == bySize(4, 4));

struct ConcatenationData { // the OpData of the concatenation kernel, with about ten pointers
  int axis;
  std::int32_t reserved[bySize(5, 9)];
};
static_assert(sizeof(ConcatenationData) == bySize(24, 40));

constexpr int kMaxConcatenated = 10;

void readConcatenation(const schema::ConcatenationOptions& options, ConcatenationParams& params) {
  params.axis = options.axis();
  params.activation = activationKind(options.fused_activation_function());
}
void readPack(const schema::PackOptions& options, PackParams& params) {
  params = {.count = options.values_count(), .axis = options.axis()};
}
void readUnpack(const schema::UnpackOptions& options, PackParams& params) {
  params = {.count = options.num(), .axis = options.axis()};
}
void readSplit(const schema::SplitOptions& options, SplitParams& params) { params.count = options.num_splits(); }
void readSplitV(const schema::SplitVOptions& options, SplitParams& params) { params.count = options.num_splits(); }

// A tensor and its pieces: for each index of the dimensions before the axis, a block from each piece in turn.
struct Pieces {
  Context& context;
  const Node& node;
  const EvalTensor& whole;
  bool joins; // the pieces are inputs
  int count;
  int axis;
  bool keepsAxis; // pieces have the axis too; otherwise each is one slice

  EvalTensor& piece(int i) const { return joins ? *context.evalInput(node, i) : *context.evalOutput(node, i); }
  int outer() const { return elementsBetween(*whole.dims, 0, axis); }
  int inner() const { return elementsBetween(*whole.dims, axis + 1, whole.dims->size); }
  int block(int i) const { return keepsAxis ? piece(i).dims->data[axis] * inner() : inner(); }
};

Status checkPieces(const Pieces& pieces) {
  Context& context = pieces.context;
  const runtime::IntArray& dims = *pieces.whole.dims;
  if (pieces.axis < 0 || pieces.axis >= dims.size)
    return context.fail(Message() << "the axis is outside the " << dims.size << " dimensions");
  int blocks = 0;
  for (int i = 0; i < pieces.count; ++i) {
    const EvalTensor& piece = pieces.piece(i);
    if (piece.type != pieces.whole.type)
      return context.fail(Message() << "part " << i << " has another type than the whole");
    if (pieces.keepsAxis && piece.dims->size != dims.size)
      return context.fail(Message() << "part " << i << " has " << piece.dims->size << " dimensions, the whole "
                                    << dims.size);
    blocks += pieces.block(i);
    if (elementCount(*piece.dims) != pieces.block(i) * pieces.outer())
      return context.fail(Message() << "the shape of part " << i << " does not fit that of the whole");
  }
  if (blocks == dims.data[pieces.axis] * pieces.inner()) return Status::kOk;
  return context.fail(Message() << "the parts together are not as long as the whole along the axis");
}

template <typename T>
void movePieces(const Pieces& pieces) {
  const int outer = pieces.outer();
  T* whole = static_cast<T*>(pieces.whole.data);
  for (int o = 0; o < outer; ++o) {
    for (int i = 0; i < pieces.count; ++i) {
      const int block = pieces.block(i);
      T* piece = data<T>(&pieces.piece(i)) + o * block;
      if (pieces.joins)
        copyElements<T>(piece, whole, block);
      else
        copyElements<T>(whole, piece, block);
      whole += block;
    }
  }
}

Status checkTensorsPresent(Context& context, const Node& node) {
  for (int i = 0; i < node.inputs->size; ++i)
    if (node.inputs->data[i] == runtime::kOptionalTensor) return missing(context, "input");
  if (node.inputs->size > 0 && node.outputs->size > 0) return Status::kOk;
  return context.fail(Message() << "the operator has no inputs or no outputs");
}

// CONCATENATION -------------------------------------------------------------------------------------------------------

Pieces concatenated(Context& context, const Node& node) {
  return {context, node, *context.evalOutput(node, 0), true, node.inputs->size, userData<ConcatenationData>(node).axis,
          true};
}

Status checkConcatenated(Context& context, const Tensor& input, const Tensor& output) {
  ARENASCOPE_TRY(checkSameType(context, input, output));
  if (input.type == runtime::kInt8 && (input.scale != output.scale || input.zeroPoint != output.zeroPoint))
    return context.fail(Message() << "inputs and output must have the same scale and zero point");
  if (input.type == runtime::kInt16 && (input.zeroPoint != 0 || output.zeroPoint != 0))
    return context.fail(Message() << "16-bit tensors must have zero point 0");
  return Status::kOk;
}

Status prepareConcatenation(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensorsPresent(context, node));
  const auto& options = params<ConcatenationParams>(node);
  if (options.activation != runtime::kActNone) return context.fail(Message() << "a fused activation is not supported");
  if (node.inputs->size > kMaxConcatenated)
    return context.fail(Message() << node.inputs->size << " inputs, at most " << kMaxConcatenated << " are supported");
  const TempTensor first = context.input(node, 0);
  const TempTensor output = context.output(node, 0);
  if (!first || !output) return missing(context, "input or output");
  for (int i = 0; i < node.inputs->size; ++i) {
    const TempTensor input = context.input(node, i);
    if (!input) return missing(context, "input");
    ARENASCOPE_TRY(checkConcatenated(context, *input, *output));
  }
  userData<ConcatenationData>(node).axis = resolveAxis(options.axis, output->dims->size);
  return checkPieces(concatenated(context, node));
}

Status invokeConcatenation(Context& context, Node& node) {
  return withType<float, std::int8_t, std::int16_t, std::int32_t, std::int64_t, Truth>(
      context, "output", context.evalOutput(node, 0)->type,
      [&]<typename T>() { movePieces<T>(concatenated(context, node)); });
}

// PACK and UNPACK: the real kernels have no Prepare -------------------------------------------------------------------

Pieces packed(Context& context, const Node& node) {
  const EvalTensor& whole = *context.evalOutput(node, 0);
  const auto& options = params<PackParams>(node);
  return {context, node, whole, true, options.count, resolveAxis(options.axis, whole.dims->size), false};
}
Pieces unpacked(Context& context, const Node& node) {
  const EvalTensor& whole = *context.evalInput(node, 0);
  const auto& options = params<PackParams>(node);
  return {context, node, whole, false, options.count, resolveAxis(options.axis, whole.dims->size), false};
}

Status checkCount(Context& context, int count, int tensors) {
  if (count == tensors) return Status::kOk;
  return context.fail(Message() << "the options name " << count << " parts, the operator has " << tensors);
}

Status preparePack(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensorsPresent(context, node));
  ARENASCOPE_TRY(checkCount(context, params<PackParams>(node).count, node.inputs->size));
  return checkPieces(packed(context, node));
}
Status prepareUnpack(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensorsPresent(context, node));
  ARENASCOPE_TRY(checkCount(context, params<PackParams>(node).count, node.outputs->size));
  return checkPieces(unpacked(context, node));
}

Status invokePack(Context& context, Node& node) {
  return withType<float, std::int8_t, std::int16_t, std::int32_t, std::int64_t>(
      context, "output", context.evalOutput(node, 0)->type,
      [&]<typename T>() { movePieces<T>(packed(context, node)); });
}
Status invokeUnpack(Context& context, Node& node) {
  return withType<float, std::int8_t, std::int16_t, std::int32_t>(
      context, "input", context.evalInput(node, 0)->type,
      [&]<typename T>() { movePieces<T>(unpacked(context, node)); });
}

// SPLIT and SPLIT_V differ in the order of their inputs ---------------------------------------------------------------

struct SplitInputs {
  int count;
  int value;
  int axis;
};
constexpr SplitInputs kSplitInputs{.count = 2, .value = 1, .axis = 0};
constexpr SplitInputs kSplitVInputs{.count = 3, .value = 0, .axis = 2};

Pieces split(Context& context, const Node& node, const SplitInputs& inputs) {
  const EvalTensor& whole = *context.evalInput(node, inputs.value);
  const std::int32_t axis = *data<std::int32_t>(context.evalInput(node, inputs.axis));
  return {context, node, whole, false, node.outputs->size, resolveAxis(axis, whole.dims->size), true};
}

template <const SplitInputs& inputs>
Status prepareSplit(Context& context, Node& node) {
  ARENASCOPE_TRY(checkTensorsPresent(context, node));
  if (node.inputs->size != inputs.count)
    return context.fail(Message() << "the operator has " << node.inputs->size << " inputs, " << inputs.count
                                  << " are needed");
  const TempTensor axis = context.input(node, inputs.axis);
  if (!axis) return missing(context, "axis");
  ARENASCOPE_TRY(checkConstant(context, "an axis", *axis));
  if (axis->type != runtime::kInt32) return unsupportedType(context, "axis", axis->type);
  return checkPieces(split(context, node, inputs));
}

template <const SplitInputs& inputs>
Status invokeSplit(Context& context, Node& node) {
  return withType<float, std::int8_t, std::int16_t, std::int32_t>(
      context, "input", context.evalInput(node, inputs.value)->type,
      [&]<typename T>() { movePieces<T>(split(context, node, inputs)); });
}

} // namespace

constinit const Registration kConcatenation = {schema::BuiltinOperator_CONCATENATION, parseParams<readConcatenation>,
                                               initData<ConcatenationData>, prepareConcatenation, invokeConcatenation};
constinit const Registration kPack = {schema::BuiltinOperator_PACK, parseParams<readPack>, nullptr, preparePack,
                                      invokePack};
constinit const Registration kUnpack = {schema::BuiltinOperator_UNPACK, parseParams<readUnpack>, nullptr, prepareUnpack,
                                        invokeUnpack};
constinit const Registration kSplit = {schema::BuiltinOperator_SPLIT, parseParams<readSplit>, nullptr,
                                       prepareSplit<kSplitInputs>, invokeSplit<kSplitInputs>};
constinit const Registration kSplitV = {schema::BuiltinOperator_SPLIT_V, parseParams<readSplitV>, nullptr,
                                        prepareSplit<kSplitVInputs>, invokeSplit<kSplitVInputs>};

} // namespace arenascope::kernels::reference
