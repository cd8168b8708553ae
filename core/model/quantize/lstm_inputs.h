// Inputs of UNIDIRECTIONAL_SEQUENCE_LSTM by number.
#pragma once

#include <cstddef>

namespace arenascope::quantize {

// Gates, in their order within the weights and biases.
inline constexpr std::size_t kLstmInputGate = 0;
inline constexpr std::size_t kLstmForgetGate = 1;
inline constexpr std::size_t kLstmCandidate = 2;
inline constexpr std::size_t kLstmGates = 4;
// The first of each.
inline constexpr std::size_t kLstmInputWeights = 1;
inline constexpr std::size_t kLstmRecurrentWeights = 5;
inline constexpr std::size_t kLstmPeepholes = 9;
inline constexpr std::size_t kLstmBiases = 12;
inline constexpr std::size_t kLstmProjection = 16;
inline constexpr std::size_t kLstmHiddenState = 18;
inline constexpr std::size_t kLstmCellState = 19;
inline constexpr std::size_t kLstmNormalization = 20;

} // namespace arenascope::quantize
