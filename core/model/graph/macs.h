// Multiply-accumulates of operators, from their shapes.
#pragma once

#include "core/model/graph/model_info.h"

namespace arenascope::model {

// Negative sizes count as 0.
std::uint64_t elementCount(const std::vector<std::int32_t>& shape);

// Of one run of an operator of that subgraph; 0 for operators without any. Padding counts like data.
std::uint64_t countMacs(const SubgraphInfo& subgraph, const OperatorInfo& op);

} // namespace arenascope::model
