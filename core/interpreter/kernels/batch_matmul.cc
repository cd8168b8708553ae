#include "core/interpreter/kernels/batch_matmul.h"

#include <algorithm>

namespace arenascope::kernels {

namespace {

Status checkTensors(Context& context, const BinaryTensors& tensors) {
  ARENASCOPE_TRY(tensors.check(context));
  const runtime::Type type = tensors.input1->type;
  if (type != runtime::kFloat32 && type != runtime::kInt8 && type != runtime::kInt16)
    return unsupportedType(context, "input", type);
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.input2));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  for (const TempTensor* input : {&tensors.input1, &tensors.input2})
    if ((*input)->dims->size < 2 || (*input)->dims->size > kMatmulDimensions)
      return context.fail(Message() << "inputs of 2 to " << kMatmulDimensions << " dimensions are supported");
  return Status::kOk;
}

// Room for a copy with the last two dimensions exchanged; nullptr when there is none.
EvalTensor* allocateCopy(Context& context, const Tensor& tensor) {
  auto* copy = static_cast<EvalTensor*>(context.allocatePersistent(sizeof(EvalTensor)));
  if (copy == nullptr) return nullptr;
  const int rank = tensor.dims->size;
  copy->type = tensor.type;
  copy->dims = static_cast<runtime::IntArray*>(
      context.allocatePersistent(runtime::intArrayBytes(static_cast<std::size_t>(rank))));
  if (copy->dims == nullptr) return nullptr;
  copy->dims->size = rank;
  std::int32_t* sizes = copy->dims->data;
  for (int d = 0; d < rank; ++d) sizes[d] = tensor.dims->data[d];
  std::swap(sizes[rank - 2], sizes[rank - 1]);
  copy->data = context.allocatePersistent(static_cast<std::size_t>(elementCount(*tensor.dims)) *
                                          runtime::typeBytes(tensor.type));
  return copy->data == nullptr ? nullptr : copy;
}

// The output's shape from those of the inputs, five dimensions with ones in front.
Status multiplyShapes(Context& context, const BatchMatmulParams& options, const runtime::IntArray& dimsA,
                      const runtime::IntArray& dimsB, std::int32_t (&result)[kMatmulDimensions]) {
  const ExtendedShape<kMatmulDimensions> a(dimsA);
  const ExtendedShape<kMatmulDimensions> b(dimsB);
  for (int d = 0; d < kMatmulBatchDimensions; ++d) {
    if (a.size[d] != b.size[d] && a.size[d] != 1 && b.size[d] != 1)
      return context.fail(Message() << "batches of " << a.size[d] << " and " << b.size[d] << " do not go together");
    result[d] = a.size[d] == 1 ? b.size[d] : a.size[d];
  }
  const int depthA = options.transposedA ? a.size[3] : a.size[4];
  const int depthB = options.transposedB ? b.size[4] : b.size[3];
  result[3] = options.transposedA ? a.size[4] : a.size[3];
  result[4] = options.transposedB ? b.size[3] : b.size[4];
  if (depthA == depthB) return Status::kOk;
  return context.fail(Message() << "rows of " << depthA << " elements times columns of " << depthB);
}

template <typename T>
void turn(const EvalTensor& from, EvalTensor& to) {
  const int rank = from.dims->size;
  const int rows = from.dims->data[rank - 2];
  const int columns = from.dims->data[rank - 1];
  const int matrices = elementsBetween(*from.dims, 0, rank - 2);
  const T* input = data<T>(&from);
  T* output = data<T>(&to);
  for (int m = 0; m < matrices; ++m, input += rows * columns)
    for (int column = 0; column < columns; ++column)
      for (int row = 0; row < rows; ++row) *output++ = input[row * columns + column];
}

void turnAny(const EvalTensor& from, EvalTensor& to) {
  switch (from.type) {
  case runtime::kFloat32: return turn<float>(from, to);
  case runtime::kInt16: return turn<std::int16_t>(from, to);
  default: return turn<std::int8_t>(from, to);
  }
}

} // namespace

Status checkBatchMatmul(Context& context, const Node& node, const BinaryTensors& tensors) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  return checkTensors(context, tensors);
}

Status allocateTurned(Context& context, const Node& node, const BinaryTensors& tensors) {
  const auto& options = params<BatchMatmulParams>(node);
  auto& data = userData<BatchMatmulData>(node);
  data.bIsConstant = tensors.input2->allocationKind == runtime::kModelData;
  if (options.transposedA) {
    data.turnedA = allocateCopy(context, *tensors.input1);
    if (data.turnedA == nullptr) return Status::kError;
  }
  if (options.transposedB) return Status::kOk;
  data.turnedB = allocateCopy(context, *tensors.input2);
  return data.turnedB == nullptr ? Status::kError : Status::kOk;
}

Status shapeMatmulOutput(Context& context, Node& node, const BinaryTensors& tensors) {
  std::int32_t result[kMatmulDimensions] = {};
  ARENASCOPE_TRY(
      multiplyShapes(context, params<BatchMatmulParams>(node), *tensors.input1->dims, *tensors.input2->dims, result));
  const int rank = std::max(tensors.input1->dims->size, tensors.input2->dims->size);
  const int elements = elementCount(*tensors.output->dims);
  ARENASCOPE_TRY(setOutputShape(context, node, result + kMatmulDimensions - rank, rank));
  if (elementCount(*context.evalOutput(node, 0)->dims) == elements) return Status::kOk;
  return context.fail(Message() << "the output has " << elements << " elements, which is not what the product has");
}

Status prepareMatmulQuantization(Context& context, const Node& node, const BinaryTensors& tensors) {
  if (tensors.input1->type == runtime::kFloat32) return Status::kOk;
  auto& data = userData<BatchMatmulData>(node);
  data.quantization = static_cast<MatmulQuantization*>(context.allocatePersistent(sizeof(MatmulQuantization)));
  if (data.quantization == nullptr) return Status::kError;
  MatmulQuantization& quantization = *data.quantization;
  double ratio = 0.0;
  ARENASCOPE_TRY(layerMultiplier(context, *tensors.input1, *tensors.input2, nullptr, *tensors.output, &ratio));
  ARENASCOPE_TRY(quantizeMultiplier(context, ratio, &quantization.output));
  const bool wide = tensors.input1->type == runtime::kInt16;
  quantization.activation = wide ? IntRange{-32768, 32767} : IntRange{-128, 127};
  quantization.zeroPointA = tensors.input1->zeroPoint;
  quantization.zeroPointB = tensors.input2->zeroPoint;
  quantization.outputZeroPoint = tensors.output->zeroPoint;
  if (!wide || (quantization.zeroPointA == 0 && quantization.zeroPointB == 0 && quantization.outputZeroPoint == 0))
    return Status::kOk;
  return context.fail(Message() << "16-bit tensors must have zero point 0");
}

MatmulInputs matmulInputs(Context& context, const Node& node) {
  auto& data = userData<BatchMatmulData>(node);
  MatmulInputs inputs{context.evalInput(node, 0), context.evalInput(node, 1)};
  if (data.turnedB != nullptr) {
    if (!data.bIsConstant || !data.bIsTurned) turnAny(*inputs.b, *data.turnedB);
    data.bIsTurned = true;
    inputs.b = data.turnedB;
  }
  if (data.turnedA != nullptr) {
    turnAny(*inputs.a, *data.turnedA);
    inputs.a = data.turnedA;
  }
  return inputs;
}

void readBatchMatmul(const schema::BatchMatMulOptions& options, BatchMatmulParams& params) {
  params = {.transposedA = options.adj_x(),
            .transposedB = options.adj_y(),
            .asymmetricQuantizeInputs = options.asymmetric_quantize_inputs()};
}

} // namespace arenascope::kernels
