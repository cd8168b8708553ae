// What TRANSPOSE_CONV kernels share: data in the arena and preparation.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/padding.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"

namespace arenascope::kernels {

struct TransposeConvParams { // TfLiteTransposeConvParams
  PaddingKind padding;
  int strideWidth;
  int strideHeight;
  runtime::Activation activation;
  runtime::Type quantizedBiasType;
};
static_assert(sizeof(TransposeConvParams) == bySize(16, 20, 20));

struct TransposeConvData { // the OpData of this kernel
  WindowPadding padding;
  std::int32_t inputOffset;
  std::int32_t outputZeroPoint;
  IntRange activation;
  int sums;     // scratch buffer: one sum for each output element
  int wideBias; // scratch buffer: a 16-bit bias as 64-bit numbers
  std::int32_t* multipliers;
  std::int32_t* shifts;
  std::int32_t reserved[6];
};
static_assert(sizeof(TransposeConvData) == bySize(72, 80));

// The tensors while the operator is prepared.
struct PreparedTransposeConv {
  const Tensor& input;
  const Tensor& filter;
  const Tensor& output;
};

// Requests the scratch memory that a kernel set's sums take, for quantized types.
using SumsRequest = Status (*)(Context& context, const Node& node, const PreparedTransposeConv& tensors);
Status prepareTransposeConv(Context& context, Node& node, SumsRequest requestSums);
// For kernels that look at the bias of 16-bit values without asking whether there is one.
Status checkWideBias(Context& context, const Node& node);

// The tensors while it runs; bias is nullptr where there is none.
struct TransposeConvTensors {
  const EvalTensor& input;
  const EvalTensor& filter;
  const EvalTensor* bias;
  EvalTensor& output;
};
TransposeConvTensors transposeConvTensors(Context& context, const Node& node);

void readTransposeConv(const schema::TransposeConvOptions& options, TransposeConvParams& params);

} // namespace arenascope::kernels
