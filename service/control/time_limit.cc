#include "service/control/time_limit.h"

#include <fmt/format.h>

namespace arenascope::service {

std::optional<Error> wrongLimit(const std::optional<double>& seconds) {
  if (!seconds || *seconds >= 0) return std::nullopt; // what is not a number is not
  return Error{Stage::kPlan, fmt::format("the time limit is {} s, not a number of seconds from 0", *seconds)};
}

} // namespace arenascope::service
