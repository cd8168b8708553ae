// What a model takes of flash: the one sum that everything which speaks of flash is made of.
#pragma once

#include <cstdint>

#include "core/report/report.h"

namespace arenascope::report {

struct FlashNeed {
  std::uint64_t model = 0;       // its file, weights in it
  std::uint64_t interpreter = 0; // code and constants without any operator
  std::uint64_t operators = 0;   // what the model's operators add
  bool codeKnown = false;        // otherwise the two before are 0, not known

  std::uint64_t code() const { return interpreter + operators; }
  std::uint64_t total() const { return model + code(); }
};

FlashNeed flashNeed(const Report& report);

} // namespace arenascope::report
