// Rewrites a float model as TensorFlow's converter quantizes it after training: weights of 8 bits, activations of 8 or
// 16 with scales from observed ranges. Tensors and operators keep their order, which decides the arena.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/quantize/draft.h"
#include "core/model/quantize/numbers.h"

namespace arenascope::quantize {

// An operator that stays in float.
struct FloatOperator {
  std::int32_t op = 0; // number in the main graph of the float model
  std::string name;    // "SIN"
  std::string reason;  // the rest of a sentence about it
};

struct QuantizedModel {
  Draft draft;
  std::vector<FloatOperator> inFloat;
  std::size_t quantizedOperators = 0; // of the main graph
};

// `model`: a pure float model (float_model.h); ranges: of its main graph's tensors. Errors: nothing can be quantized.
Result<QuantizedModel> quantized(const Draft& model, Numbers numbers, const Ranges& ranges);

} // namespace arenascope::quantize
