// Where the reports of a batch go, one by one, and which models have one there already.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/report.h"
#include "core/base/result.h"

namespace arenascope::cli {

class BatchResults {
public:
  virtual ~BatchResults() = default;
  virtual bool has(const std::string& model) const = 0;
  // Nothing, or why it could not be written. What was written before stays.
  virtual std::optional<Error> add(const profile::Report& report) = 0;
};

} // namespace arenascope::cli
