// BATCH_MATMUL: products of matrices, batch by batch; batches of one are used with all of the other input.
#include <algorithm>
#include <limits>

#include "core/kernels/checks.h"
#include "core/kernels/fixed_point.h"
#include "core/kernels/params.h"
#include "core/kernels/quantization.h"
#include "core/kernels/reference/registrations.h"
#include "core/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kMaxDimensions = 5;
constexpr int kBatchDimensions = kMaxDimensions - 2;

struct Params {     // TfLiteBatchMatMulParams
  bool transposedA; // the first input's matrices are stored transposed
  bool transposedB;
  bool asymmetricQuantizeInputs;
};
static_assert(sizeof(Params) == bySize(3, 3));

struct Quantization { // QuantizationOpDataBatchMatmul
  QuantizedMultiplier output;
  IntRange activation;
  std::int32_t zeroPointA;
  std::int32_t zeroPointB;
  std::int32_t outputZeroPoint;
};
static_assert(sizeof(Quantization) == bySize(28, 28));

// Both inputs are wanted with the dimension that is summed over last: those stored otherwise are turned into a copy.
struct Data { // OpDataBatchMatmul
  Quantization* quantization;
  EvalTensor* turnedA;
  EvalTensor* turnedB;
  bool bIsTurned; // the copy of a constant is made once
  bool bIsConstant;
};
static_assert(sizeof(Data) == bySize(16, 32));

void read(const schema::BatchMatMulOptions& options, Params& params) {
  params = {.transposedA = options.adj_x(),
            .transposedB = options.adj_y(),
            .asymmetricQuantizeInputs = options.asymmetric_quantize_inputs()};
}

Status checkTensors(Context& context, const BinaryTensors& tensors) {
  ARENASCOPE_TRY(tensors.check(context));
  const runtime::Type type = tensors.input1->type;
  if (type != runtime::kFloat32 && type != runtime::kInt8 && type != runtime::kInt16)
    return unsupportedType(context, "input", type);
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.input2));
  ARENASCOPE_TRY(checkSameType(context, *tensors.input1, *tensors.output));
  for (const TempTensor* input : {&tensors.input1, &tensors.input2})
    if ((*input)->dims->size < 2 || (*input)->dims->size > kMaxDimensions)
      return context.fail(Message() << "inputs of 2 to " << kMaxDimensions << " dimensions are supported");
  return Status::kOk;
}

// Room for a copy with the last two dimensions exchanged; nullptr when there is none.
EvalTensor* allocateTurned(Context& context, const Tensor& tensor) {
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

Status allocate(Context& context, const Params& options, const BinaryTensors& tensors, Data& data) {
  if (tensors.input1->type != runtime::kFloat32) {
    data.quantization = static_cast<Quantization*>(context.allocatePersistent(sizeof(Quantization)));
    if (data.quantization == nullptr) return Status::kError;
  }
  if (options.transposedA) {
    data.turnedA = allocateTurned(context, *tensors.input1);
    if (data.turnedA == nullptr) return Status::kError;
  }
  if (!options.transposedB) {
    data.turnedB = allocateTurned(context, *tensors.input2);
    if (data.turnedB == nullptr) return Status::kError;
  }
  return Status::kOk;
}

Status prepareQuantized(Context& context, const BinaryTensors& tensors, Quantization& quantization) {
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

// The output's shape from those of the inputs, five dimensions with ones in front.
Status multiplyShapes(Context& context, const Params& options, const runtime::IntArray& dimsA,
                      const runtime::IntArray& dimsB, std::int32_t (&result)[kMaxDimensions]) {
  const ExtendedShape<kMaxDimensions> a(dimsA);
  const ExtendedShape<kMaxDimensions> b(dimsB);
  for (int d = 0; d < kBatchDimensions; ++d) {
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

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(checkTensors(context, tensors));
  const auto& options = params<Params>(node);
  auto& data = userData<Data>(node);
  ARENASCOPE_TRY(allocate(context, options, tensors, data));
  data.bIsConstant = tensors.input2->allocationKind == runtime::kModelData;
  if (data.quantization != nullptr) ARENASCOPE_TRY(prepareQuantized(context, tensors, *data.quantization));
  std::int32_t result[kMaxDimensions] = {};
  ARENASCOPE_TRY(multiplyShapes(context, options, *tensors.input1->dims, *tensors.input2->dims, result));
  const int rank = std::max(tensors.input1->dims->size, tensors.input2->dims->size);
  const int elements = elementCount(*tensors.output->dims);
  ARENASCOPE_TRY(setOutputShape(context, node, result + kMaxDimensions - rank, rank));
  if (elementCount(*context.evalOutput(node, 0)->dims) == elements) return Status::kOk;
  return context.fail(Message() << "the output has " << elements << " elements, which is not what the product has");
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

// Rows of both inputs, all of the same depth, batch by batch.
struct Batches {
  ExtendedShape<kMaxDimensions> a;
  ExtendedShape<kMaxDimensions> b;
  std::int32_t count[kBatchDimensions];

  Batches(const EvalTensor& tensorA, const EvalTensor& tensorB) : a(*tensorA.dims), b(*tensorB.dims) {
    for (int d = 0; d < kBatchDimensions; ++d) count[d] = a.size[d] == 1 ? b.size[d] : a.size[d];
  }

  // Elements from one batch of dimension d to the next; 0 where there is only one.
  static int step(const std::int32_t* size, int d) {
    if (size[d] == 1) return 0;
    int elements = 1;
    for (int i = d + 1; i < kMaxDimensions; ++i) elements *= size[i];
    return elements;
  }

  template <typename T, typename Multiply>
  void forEach(const T* dataA, const T* dataB, T* output, Multiply multiply) const {
    const int product = a.size[3] * b.size[3];
    for (int i = 0; i < count[0]; ++i)
      for (int j = 0; j < count[1]; ++j)
        for (int k = 0; k < count[2]; ++k) {
          multiply(dataA + i * step(a.size, 0) + j * step(a.size, 1) + k * step(a.size, 2),
                   dataB + i * step(b.size, 0) + j * step(b.size, 1) + k * step(b.size, 2), output);
          output += product;
        }
  }
};

// output[m][n] = finish(sum over k of (a[m][k] - zeroPointA) · (b[n][k] - zeroPointB))
template <typename T, typename Sum, typename Finish>
void multiplyMatrices(const Batches& batches, const T* a, const T* b, T* output, std::int32_t zeroPointA,
                      std::int32_t zeroPointB, Finish finish) {
  const int rows = batches.a.size[3];
  const int columns = batches.b.size[3];
  const int depth = batches.a.size[4];
  for (int m = 0; m < rows; ++m)
    for (int n = 0; n < columns; ++n) {
      Sum sum = 0;
      for (int k = 0; k < depth; ++k) {
        if constexpr (std::is_floating_point_v<T>)
          sum += b[n * depth + k] * a[m * depth + k];
        else
          sum += (static_cast<Sum>(b[n * depth + k]) - zeroPointB) * (static_cast<Sum>(a[m * depth + k]) - zeroPointA);
      }
      output[m * columns + n] = finish(sum);
    }
}

template <typename T, typename Sum>
void multiply(const EvalTensor& a, const EvalTensor& b, EvalTensor& output, const Quantization* quantization) {
  const Batches batches(a, b);
  batches.forEach(data<T>(&a), data<T>(&b), data<T>(&output), [&](const T* left, const T* right, T* result) {
    if constexpr (std::is_floating_point_v<T>)
      multiplyMatrices<T, Sum>(batches, left, right, result, 0, 0, [](Sum sum) { return sum; });
    else
      multiplyMatrices<T, Sum>(
          batches, left, right, result, quantization->zeroPointA, quantization->zeroPointB, [quantization](Sum sum) {
            const std::int32_t scaled =
                multiplyByQuantizedMultiplier(sum, quantization->output.multiplier, quantization->output.shift) +
                quantization->outputZeroPoint;
            return static_cast<T>(clamp(scaled, quantization->activation.min, quantization->activation.max));
          });
  });
}

template <typename T, typename Sum>
Status run(Context& context, const Node& node) {
  auto& kernelData = userData<Data>(node);
  const EvalTensor* a = context.evalInput(node, 0);
  const EvalTensor* b = context.evalInput(node, 1);
  if (kernelData.turnedB != nullptr) {
    if (!kernelData.bIsConstant || !kernelData.bIsTurned) turn<T>(*b, *kernelData.turnedB);
    kernelData.bIsTurned = true;
    b = kernelData.turnedB;
  }
  if (kernelData.turnedA != nullptr) {
    turn<T>(*a, *kernelData.turnedA);
    a = kernelData.turnedA;
  }
  multiply<T, Sum>(*a, *b, *context.evalOutput(node, 0), kernelData.quantization);
  return Status::kOk;
}

Status invoke(Context& context, Node& node) {
  const runtime::Type type = context.evalInput(node, 0)->type;
  switch (type) {
  case runtime::kFloat32: return run<float, float>(context, node);
  case runtime::kInt8: return run<std::int8_t, std::int32_t>(context, node);
  case runtime::kInt16: return run<std::int16_t, std::int64_t>(context, node);
  default: return unsupportedType(context, "input", type);
  }
}

} // namespace

constinit const Registration kBatchMatmul = {schema::BuiltinOperator_BATCH_MATMUL, parseParams<read>, initData<Data>,
                                             prepare, invoke};

} // namespace arenascope::kernels::reference
