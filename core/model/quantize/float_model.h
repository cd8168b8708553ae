// The float model that a converter starts from: weights that were stored as integers or halves are floats again.
#pragma once

#include "core/base/result.h"
#include "core/model/quantize/draft.h"

namespace arenascope::quantize {

// Models with int8 weights beside float activations (dynamic range) and with float16 weights behind DEQUANTIZE become
// pure float models, which TFLM can run. Tensors keep their order. Errors: a model without float activations, or one
// that is quantized already.
Result<Draft> floatModelOf(std::span<const std::uint8_t> model);

} // namespace arenascope::quantize
