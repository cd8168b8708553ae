// Writes a plan into a model's metadata, where the real interpreter reads it, and an order of operators.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/graph/graph.h"

namespace arenascope::rewrite {

// The model with this plan only (core/interpreter/schema/offline_plan_format.h): an offset in bytes for each tensor
// of all subgraphs in order, or model::kPlacedByPlanner. The bytes must be a valid model. An older plan of the same
// length is overwritten; otherwise every byte of the model is kept, and a new root is put in front. It refers to the
// old bytes, and its length is a multiple of 64, which keeps the data's alignment. A model with weights after its
// FlatBuffers part is refused. note: about overlap (core/model/graph/overlap_note.h); replaces the model's note.
Result<std::vector<std::uint8_t>> withOfflinePlan(std::span<const std::uint8_t> model,
                                                  const std::vector<std::int32_t>& offsets,
                                                  const std::string& note = {});

// The model with each subgraph's operators in another order; `operators` lists their numbers in the new order.
std::vector<std::uint8_t> withOperatorOrder(std::span<const std::uint8_t> model,
                                            const std::vector<std::vector<std::int32_t>>& operators);

} // namespace arenascope::rewrite
