// Costs of a version of a model, besides the arena that it saves: flash, and code of the application.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::optimization {

struct Price {
  std::int64_t modelBytes = 0;           // of flash: the model's growth
  std::optional<std::int64_t> codeBytes; // growth of interpreter and operators; absent without an image
  std::vector<std::string> newOperators; // "SPLIT_V": the application's resolver lacks them so far

  std::int64_t flashBytes() const { return modelBytes + codeBytes.value_or(0); }
  bool isFree() const { return flashBytes() == 0 && newOperators.empty(); }
};

// Both ran on the same target.
Price priceOf(const report::Report& before, const report::Report& after);

} // namespace arenascope::optimization
