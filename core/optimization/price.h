// What a version of a model costs beside the arena that it saves: in flash, and in the application's code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::optimization {

struct Price {
  std::int64_t modelBytes = 0;           // of flash: the model's growth
  std::optional<std::int64_t> codeBytes; // the same of interpreter and operators; absent where no image tells it
  std::vector<std::string> newOperators; // "SPLIT_V": the application's resolver has them not yet

  std::int64_t flashBytes() const { return modelBytes + codeBytes.value_or(0); }
  bool isFree() const { return flashBytes() == 0 && newOperators.empty(); }
};

// Both ran on the same target.
Price priceOf(const report::Report& before, const report::Report& after);

} // namespace arenascope::optimization
