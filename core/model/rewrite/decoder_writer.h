// Writes a model with compressed constants and operators DECODE in front of those that read them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/model/rewrite/packing.h"

namespace arenascope::rewrite {

struct PackedConstant {
  std::int32_t tensor = -1; // of the main graph
  Packing packing;
};

// Constants of the main graph that DECODE can stand before: each with its own bytes, and read only where the real
// kernels read an input during the inference, not before it. In the order of their numbers.
std::vector<std::int32_t> packableConstants(const model::Graph& model);

// constants must be some of packableConstants(). One DECODE in front of each operator that reads any of them. The file
// is written anew, without bytes that nothing uses; an offline plan is dropped, since it is for other tensors. Fails if
// the model has parts that our schema lacks.
Result<std::vector<std::uint8_t>> withDecoders(std::span<const std::uint8_t> model,
                                               const std::vector<PackedConstant>& constants);

} // namespace arenascope::rewrite
