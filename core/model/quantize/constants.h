// Scales from ranges, and constants as integers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/quantize/draft.h"
#include "core/model/quantize/numbers.h"

namespace arenascope::quantize {

// Of a whole tensor.
struct Scale {
  schema::TensorType type = schema::TensorType_INT8;
  float scale = 1;
  std::int32_t zeroPoint = 0;
  bool operator==(const Scale&) const = default;
};

schema::TensorType activationType(Numbers numbers);
// Asymmetric with 8 bits, symmetric with 16. A range of 0 alone has the scale 1.
Scale scaleOf(const Range& range, schema::TensorType type);
// Symmetric, a power of two, 16 bits: of an LSTM's cell state.
Scale cellScaleOf(const Range& range);
builder::Quantization quantizationOf(const Scale& scale);

Range rangeOf(std::span<const float> values);
// The same constant with this scale.
DraftTensor withScale(const DraftTensor& constant, const Scale& scale);
// Weights of 8 bits: symmetric, with a scale for each index of `dimension`; -1: one for all. `bias` and the input's
// scale keep a channel's scale large enough for its bias; both may be empty.
DraftTensor quantizedWeights(const DraftTensor& constant, std::int32_t dimension, std::span<const float> bias,
                             float inputScale);
// A bias of 32 bits, or 64 beside 16-bit activations; its scales are those of the weights times the input's.
DraftTensor quantizedBias(const DraftTensor& constant, const std::vector<float>& weightScales, float inputScale,
                          schema::TensorType type);
// Values of a quantized constant.
std::vector<float> floatsOf(const DraftTensor& constant);

} // namespace arenascope::quantize
