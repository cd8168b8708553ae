// BATCH_MATMUL: products of matrices by batch; a single batch is broadcast.
#include "core/interpreter/kernels/batch_matmul.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/reference/other_types.h"
#include "core/interpreter/kernels/reference/registrations.h"

namespace arenascope::kernels::reference {

namespace {

Status prepare(Context& context, Node& node) {
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(checkBatchMatmul(context, node, tensors));
  ARENASCOPE_TRY(prepareMatmulQuantization(context, node, tensors));
  ARENASCOPE_TRY(allocateTurned(context, node, tensors));
  return shapeMatmulOutput(context, node, tensors);
}

// output[m][n] = finish(sum over k of (a[m][k] - zeroPointA) · (b[n][k] - zeroPointB))
template <typename T, typename Sum, typename Finish>
void multiplyMatrices(const MatmulBatches& batches, const T* a, const T* b, T* output, std::int32_t zeroPointA,
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
void multiply(const EvalTensor& a, const EvalTensor& b, EvalTensor& output, const MatmulQuantization* quantization) {
  const MatmulBatches batches(a, b);
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
void run(Context& context, const Node& node) {
  const MatmulInputs inputs = matmulInputs(context, node);
  multiply<T, Sum>(*inputs.a, *inputs.b, *context.evalOutput(node, 0), userData<BatchMatmulData>(node).quantization);
}

Status invoke(Context& context, Node& node) {
  const runtime::Type type = context.evalInput(node, 0)->type;
  switch (type) {
  case runtime::kFloat32: batchMatmulFloat(context, node); return Status::kOk;
  case runtime::kInt8: run<std::int8_t, std::int32_t>(context, node); return Status::kOk;
  case runtime::kInt16: run<std::int16_t, std::int64_t>(context, node); return Status::kOk;
  default: return unsupportedType(context, "input", type);
  }
}

} // namespace

void batchMatmulFloat(Context& context, const Node& node) { run<float, float>(context, node); }

constinit const Registration kBatchMatmul = {schema::BuiltinOperator_BATCH_MATMUL, parseParams<readBatchMatmul>,
                                             initData<BatchMatmulData>, prepare, invoke};

} // namespace arenascope::kernels::reference
