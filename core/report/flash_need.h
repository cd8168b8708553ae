// A model's use of flash; all reports of flash use this sum.
#pragma once

#include <cstdint>

#include "core/report/report.h"

namespace arenascope::report {

struct FlashNeed {
  std::uint64_t model = 0;       // file size, including weights
  std::uint64_t interpreter = 0; // code and constants without operators
  std::uint64_t operators = 0;   // added by the model's operators
  bool codeKnown = false;        // otherwise the two before are 0

  std::uint64_t code() const { return interpreter + operators; }
  std::uint64_t total() const { return model + code(); }
};

FlashNeed flashNeed(const Report& report);

} // namespace arenascope::report
