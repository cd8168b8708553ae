#include "core/interpreter/kernels/scaled_pair.h"

namespace arenascope::kernels {

using runtime::Message;
using runtime::Status;
using runtime::Tensor;

Status prepareInputs(runtime::Context& context, const PairRatios& ratios, int leftShift, const Tensor& input1,
                     const Tensor& input2, const Tensor& output, ScaledPair& pair) {
  if (input1.quantization == nullptr || input2.quantization == nullptr || output.quantization == nullptr)
    return context.fail(Message() << "quantized tensors need scale and zero point");
  pair.leftShift = leftShift;
  pair.offset1 = -input1.zeroPoint;
  pair.offset2 = -input2.zeroPoint;
  pair.outputZeroPoint = output.zeroPoint;
  ARENASCOPE_TRY(quantizeFraction(context, ratios.input1, &pair.input1));
  return quantizeFraction(context, ratios.input2, &pair.input2);
}

} // namespace arenascope::kernels
