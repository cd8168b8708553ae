// The range of an LSTM's cell state, which no run shows: it lies inside the operator.
#pragma once

#include <optional>
#include <span>

#include "core/model/quantize/draft.h"
#include "core/model/quantize/numbers.h"

namespace arenascope::quantize {

// The tensor of the cell state, for an operator that cellRangeOf() knows.
std::optional<std::int32_t> cellStateOf(const DraftGraph& graph, const DraftOperator& op);

// Of a float UNIDIRECTIONAL_SEQUENCE_LSTM without peephole, projection and normalization, with states of zero before
// it. input: its first input's values; output: those of its output, which are the hidden states.
Range cellRangeOf(const DraftGraph& graph, const DraftOperator& op, std::span<const float> input,
                  std::span<const float> output);

} // namespace arenascope::quantize
