// Shared by TRANSPOSE_CONV kernels: data in the arena and Prepare.
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
  int sums;     // scratch buffer: a sum per output element
  int wideBias; // scratch buffer: a 16-bit bias as 64-bit numbers
  std::int32_t* multipliers;
  std::int32_t* shifts;
  std::int32_t reserved[6];
};
static_assert(sizeof(TransposeConvData) == bySize(72, 80));

// Tensors in Prepare.
struct PreparedTransposeConv {
  const Tensor& input;
  const Tensor& filter;
  const Tensor& output;
};

// Requests scratch memory for a kernel set's sums, for quantized types.
using SumsRequest = Status (*)(Context& context, const Node& node, const PreparedTransposeConv& tensors);
Status prepareTransposeConv(Context& context, Node& node, SumsRequest requestSums);
// For kernels that read the bias of 16-bit values without checking that it exists.
Status checkWideBias(Context& context, const Node& node);

// Tensors in Invoke; bias may be nullptr.
struct TransposeConvTensors {
  const EvalTensor& input;
  const EvalTensor& filter;
  const EvalTensor* bias;
  EvalTensor& output;
};
TransposeConvTensors transposeConvTensors(Context& context, const Node& node);

void readTransposeConv(const schema::TransposeConvOptions& options, TransposeConvParams& params);

} // namespace arenascope::kernels
