// Resource variables by name, in all subgraphs of a draft.
#pragma once

#include <cstdint>
#include <string>

#include "core/model/quantize/draft.h"

namespace arenascope::quantize {

// The variable of an operator that reads or writes it, as its VAR_HANDLE names it; empty if there is none.
std::string variableOf(const DraftGraph& graph, const DraftOperator& op);
// Whether all variables are read and written in the main graph alone, beside subgraphs of CALL_ONCE that write
// constants into them.
bool areVariablesPlain(const Draft& draft);

} // namespace arenascope::quantize
