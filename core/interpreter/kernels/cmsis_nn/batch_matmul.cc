// BATCH_MATMUL: row by row of the first input, two rows of the turned second input at a time.
#include "core/interpreter/kernels/batch_matmul.h"

#include "core/interpreter/kernels/cmsis_nn/matrix.h"
#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/cmsis_nn/requantize.h"
#include "core/interpreter/kernels/cmsis_nn/scratch.h"
#include "core/interpreter/kernels/cmsis_nn/tile.h"
#include "core/interpreter/kernels/reference/other_types.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

constexpr int kMaxRank = 4;

struct Data { // the OpData of this kernel
  BatchMatmulData matmul;
  std::int32_t reserved[4];
  int vectorScratch; // scratch buffer, requested but unused
};
static_assert(sizeof(Data) == bySize(36, 56));

Status prepare(Context& context, Node& node) {
  const BinaryTensors tensors(context, node);
  ARENASCOPE_TRY(checkBatchMatmul(context, node, tensors));
  if (tensors.input1->dims->size > kMaxRank || tensors.input2->dims->size > kMaxRank)
    return context.fail(Message() << "inputs of 2 to " << kMaxRank << " dimensions are supported");
  ARENASCOPE_TRY(allocateTurned(context, node, tensors));
  ARENASCOPE_TRY(shapeMatmulOutput(context, node, tensors));
  ARENASCOPE_TRY(prepareMatmulQuantization(context, node, tensors));
  if (tensors.input1->type != runtime::kInt8) return Status::kOk;
  const runtime::IntArray& output = *tensors.output->dims;
  return requestScratchIfAny(context, rowSumBytes(output.data[output.size - 1], extension()),
                             &userData<Data>(node).vectorScratch);
}

void multiplyInt8(const MatmulInputs& inputs, EvalTensor& output, const MatmulQuantization& quantization) {
  const MatmulBatches batches(*inputs.a, *inputs.b);
  const std::int32_t multiplier = quantization.output.multiplier;
  const std::int32_t shift = quantization.output.shift;
  const OutputStage stage{&multiplier, &shift, quantization.outputZeroPoint, quantization.activation.min,
                          quantization.activation.max};
  batches.forEach(data<std::int8_t>(inputs.a), data<std::int8_t>(inputs.b), data<std::int8_t>(&output),
                  [&](const std::int8_t* a, const std::int8_t* b, std::int8_t* result) {
                    VectorProduct product{.input = a,
                                          .inputOffset = -quantization.zeroPointA,
                                          .filter = b,
                                          .filterOffset = -quantization.zeroPointB,
                                          .depth = batches.a.size[4],
                                          .channels = batches.b.size[3],
                                          .bias = nullptr,
                                          .output = result};
                    for (int row = 0; row < batches.a.size[3]; ++row) {
                      multiplyVector(product, stage, false);
                      product.input += product.depth;
                      product.output += product.channels;
                    }
                  });
}

std::int64_t dotProduct(const std::int16_t* a, const std::int16_t* b, int depth) {
  std::int64_t sum = 0;
  if constexpr (kHasDsp)
    for (; depth >= 2; depth -= 2, a += 2, b += 2) sum = dotLong(load2(a), load2(b), sum);
  for (int i = 0; i < depth; ++i) sum += std::int32_t{a[i]} * b[i];
  return sum;
}

void multiplyInt16(const MatmulInputs& inputs, EvalTensor& output, const MatmulQuantization& quantization) {
  const MatmulBatches batches(*inputs.a, *inputs.b);
  const int depth = batches.a.size[4];
  batches.forEach(data<std::int16_t>(inputs.a), data<std::int16_t>(inputs.b), data<std::int16_t>(&output),
                  [&](const std::int16_t* a, const std::int16_t* b, std::int16_t* result) {
                    for (int row = 0; row < batches.a.size[3]; ++row, a += depth)
                      for (int column = 0; column < batches.b.size[3]; ++column) {
                        const std::int32_t scaled =
                            requantizeWide(dotProduct(a, b + column * depth, depth), quantization.output.multiplier,
                                           quantization.output.shift);
                        *result++ = static_cast<std::int16_t>(
                            clamp(scaled, quantization.activation.min, quantization.activation.max));
                      }
                  });
}

Status invoke(Context& context, Node& node) {
  const runtime::Type type = context.evalInput(node, 0)->type;
  const MatmulQuantization* quantization = userData<BatchMatmulData>(node).quantization;
  switch (type) {
  case runtime::kFloat32: reference::batchMatmulFloat(context, node); return Status::kOk;
  case runtime::kInt8:
    multiplyInt8(matmulInputs(context, node), *context.evalOutput(node, 0), *quantization);
    return Status::kOk;
  case runtime::kInt16:
    multiplyInt16(matmulInputs(context, node), *context.evalOutput(node, 0), *quantization);
    return Status::kOk;
  default: return unsupportedType(context, "input", type);
  }
}

} // namespace

constinit const Registration kBatchMatmul = {schema::BuiltinOperator_BATCH_MATMUL, parseParams<readBatchMatmul>,
                                             initData<Data>, prepare, invoke};

} // namespace arenascope::kernels::cmsis_nn
