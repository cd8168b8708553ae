// Names of a run's events.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/ids.h"
#include "core/interpreter/trace/event.h"

namespace arenascope::run {

const char* phaseName(trace::Phase phase);
const char* categoryText(trace::Category category);
// The operator that an allocation is for: its phase's, or the one it names; -1 for none.
std::int32_t operatorOf(const trace::Event& event);
// An operator's number in its subgraph, prefixed by a subgraph other than the main one: "2:7".
std::string operatorPlace(SubgraphId subgraph, OperatorId index);
inline std::string operatorPlace(const trace::Position& position) {
  return operatorPlace(SubgraphId(position.subgraph), OperatorId(position.op));
}

} // namespace arenascope::run
