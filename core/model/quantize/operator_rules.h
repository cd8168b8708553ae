// The quantization specification of TensorFlow Lite, operator by operator, as far as both its converter and the
// kernels of TensorFlow Lite Micro follow it.
#pragma once

#include <cstdint>
#include <string>

#include "core/model/quantize/draft.h"
#include "core/model/quantize/numbers.h"

namespace arenascope::quantize {

enum class RuleKind : std::uint8_t {
  kWeights,  // constant weights and bias, output with an own scale
  kFree,     // each input and output has its own scale
  kSame,     // inputs and outputs share a scale
  kFixed,    // the output's scale is fixed
  kInputs,   // only inputs are quantized: comparisons, ARG_MAX, SHAPE
  kLstm,     // UNIDIRECTIONAL_SEQUENCE_LSTM
  kVariable, // reads or writes a resource variable
};

struct OperatorRule {
  schema::BuiltinOperator code = schema::BuiltinOperator_ADD;
  RuleKind kind = RuleKind::kFree;
  std::int32_t version = 1;        // of its int8 definition; 16x8 may have a later one
  bool hasInt16 = true;            // kernels with 16-bit activations
  std::int32_t channels = -1;      // of kWeights: dimension with a scale each; -1: one scale
  std::int32_t weights = 1;        // of kWeights: their input, before the bias
  std::int32_t data = 0;           // and the activation's
  float fixedScale = 0;            // of kFixed, 8 bits
  std::int32_t fixedZeroPoint = 0; // 16 bits always have 1/32,768 and 0
};

// nullptr: there is none; the operator stays in float.
const OperatorRule* ruleOf(schema::BuiltinOperator code);

// The reason why an operator with float tensors stays in float; empty if it is quantized.
std::string reasonForFloat(const DraftGraph& graph, const DraftOperator& op, Numbers numbers);

} // namespace arenascope::quantize
