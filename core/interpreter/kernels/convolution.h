// Shared by CONV_2D and DEPTHWISE_CONV_2D: data in the arena and most of Prepare.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/padding.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels {

struct ConvData { // OpDataConv
  WindowPadding padding;
  std::int32_t inputZeroPoint;
  std::int32_t filterZeroPoint;
  std::int32_t outputZeroPoint;
  std::int32_t reserved[2];
  std::int32_t* multipliers; // one for each output channel
  std::int32_t* shifts;
  IntRange activation;
  int unpackedFilter; // scratch buffer for 4-bit filters
};
static_assert(sizeof(ConvData) == bySize(56, 72));

// The geometry of a convolution, read once per inference.
struct ConvGeometry {
  int strideWidth;
  int strideHeight;
  int dilationWidth;
  int dilationHeight;
  int padWidth;
  int padHeight;
};

template <typename Params>
ConvGeometry convGeometry(const Params& params, const ConvData& data) {
  return {params.strideWidth,    params.strideHeight, params.dilationWidth,
          params.dilationHeight, data.padding.width,  data.padding.height};
}

// Tensors of the operator; bias may be nullptr.
struct ConvTensors {
  const EvalTensor* input;
  const EvalTensor* filter;
  const EvalTensor* bias;
  EvalTensor* output;
};
ConvTensors convTensors(Context& context, const Node& node);

struct ConvShapes {
  Shape4 input;
  Shape4 filter;
  Shape4 output;
};
inline ConvShapes convShapes(const ConvTensors& tensors) {
  return {shape4(*tensors.input), shape4(*tensors.filter), shape4(*tensors.output)};
}

// Differences between the two operators, and between kernel sets.
struct ConvKind {
  int channelDimension; // of the filter: counts output channels
  bool depthwise;
  bool floatTables; // allocates channel tables even for floats, which do not use them
  bool outputFirst; // order of fetching tensors: output, input, filter; otherwise the output last
};

// The tensors while the operator is prepared.
struct PreparedConv {
  const Tensor& input;
  const Tensor& filter;
  const Tensor& output;
};

// Prepare up to the channel multipliers; then calls requestScratch.
using ConvScratchRequest = Status (*)(Context& context, const Node& node, const PreparedConv& tensors);
Status prepareConvolution(Context& context, Node& node, const ConvKind& kind, PaddingKind padding,
                          runtime::Activation activation, const ConvGeometry& geometry,
                          ConvScratchRequest requestScratch);

// Fails for 16-bit tensors with a zero point.
Status checkZeroPoints(Context& context, const PreparedConv& tensors);
// Depthwise: the filter has depthMultiplier channels for each of the input's.
Status checkDepthMultiplier(Context& context, const Node& node, int depthMultiplier);

// For kernels that need 4-bit filters as 8-bit numbers, unpacked into a scratch buffer.
Status requestUnpackedFilter(Context& context, const Tensor& filter, ConvData& data);
const std::int8_t* filterInt8(Context& context, const ConvTensors& tensors, const ConvData& data);

void readConv(const schema::Conv2DOptions& options, ConvParams& params);
void readDepthwiseConv(const schema::DepthwiseConv2DOptions& options, DepthwiseConvParams& params);

} // namespace arenascope::kernels
