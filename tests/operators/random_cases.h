// Models of one operator with random shapes, strides, dilations, paddings, channel counts and zero points, for the
// operators that differ between the kernel sets. The numbers of inputs are the standard pattern's.
#pragma once

#include <ostream>

#include "tests/operators/operator_case.h"

namespace arenascope::test {

struct RandomFamily {
  const char* name;
  std::function<OperatorCase(const std::string& name, generator::Random& random)> make;
};

// For the names of tests.
inline void PrintTo(const RandomFamily& family, std::ostream* stream) { *stream << family.name; }

const std::vector<RandomFamily>& randomFamilies();

} // namespace arenascope::test
