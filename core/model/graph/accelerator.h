// Operators that an Arm Ethos-U runs instead of a kernel: Vela compiles parts of a graph to one command stream.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/model/graph/graph.h"

namespace arenascope::model {

inline constexpr const char* kAcceleratorOperator = "ethos-u";

// Inputs of such an operator are the command stream, the weights, and two without data: memory that the
// stream manages itself, in the arena (scratch) and in faster memory (scratch_fast). They overlap the operator's
// other tensors. Source: Vela's documentation of the operator, and the models it writes.
inline constexpr std::uint32_t kAcceleratorArenaInput = 2;
inline constexpr std::uint32_t kAcceleratorFastInput = 3;
inline constexpr std::array<std::uint32_t, 2> kAcceleratorMemoryInputs = {kAcceleratorArenaInput,
                                                                          kAcceleratorFastInput};

inline bool isAccelerated(const Operator& op) { return op.isCustom && op.name == kAcceleratorOperator; }

// Calls take(tensor) for each tensor of the operator's subgraph that is accelerator memory; none for a
// kernel's operator.
template <typename Take>
void forAcceleratorMemory(const Operator& op, Take take) {
  if (!isAccelerated(op)) return;
  for (const std::uint32_t input : kAcceleratorMemoryInputs)
    if (op.input(input) >= 0) take(static_cast<std::size_t>(op.input(input)));
}

// The accelerator of a command stream: "Ethos-U55 with 64 MACs a cycle"; empty if the stream does not name it.
std::string describeAccelerator(std::span<const std::uint8_t> commands);
// The same for an operator; empty for a kernel's.
std::string acceleratorOf(const Graph& graph, const Subgraph& subgraph, const Operator& op);

} // namespace arenascope::model
