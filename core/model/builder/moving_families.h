// Families of operators that move, cut, join and repeat numbers (operator_families.h).
#pragma once

#include "core/model/builder/operator_families.h"

namespace arenascope::builder {

std::vector<OperatorFamily> movingFamilies();

} // namespace arenascope::builder
