// Writing a plan into a model's metadata, where the real interpreter reads it, and an order of operators.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/graph/graph.h"

namespace arenascope::rewrite {

// The model with this plan (core/interpreter/schema/offline_plan_format.h) and no other one: an offset for each tensor
// of all subgraphs in order, or model::kPlacedByPlanner. The bytes must be a valid model. An older plan of the same
// length is overwritten; otherwise every byte of the model stays, and a new root is put in front, which refers to what
// was there and is as long as a multiple of 64, so that data stays aligned as it was. A model whose weights lie after
// its FlatBuffers part is refused. note: what is said of overlap (core/model/graph/overlap_note.h); one that was there
// is dropped.
Result<std::vector<std::uint8_t>> withOfflinePlan(std::span<const std::uint8_t> model,
                                                  const std::vector<std::int32_t>& offsets,
                                                  const std::string& note = {});

// The model with the operators of each subgraph in another order; `operators` has their numbers as they shall run.
std::vector<std::uint8_t> withOperatorOrder(std::span<const std::uint8_t> model,
                                            const std::vector<std::vector<std::int32_t>>& operators);

} // namespace arenascope::rewrite
