// Where the reports of a batch go, one by one, and which models have one there already.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/report/report.h"

namespace arenascope::cli {

// What a batch needs to know of an earlier result with the same settings.
struct EarlierResult {
  std::string contents; // of the model then (session::contentsKey)
  bool ok = false;
  std::optional<std::uint64_t> arenaMinimum;
  std::optional<std::uint64_t> cycles;
};

class BatchResults {
public:
  virtual ~BatchResults() = default;
  // Nothing, or why it could not be written; without words where nobody reads any more. What was written before stays.
  // contents: of the model that was run.
  virtual std::optional<Error> add(const report::Report& report, const std::string& contents) = 0;

  // Of the model by its path; null where there is none.
  const EarlierResult* find(const std::string& model) const {
    const auto found = earlier_.find(model);
    return found == earlier_.end() ? nullptr : &found->second;
  }

protected:
  std::map<std::string, EarlierResult> earlier_;
};

} // namespace arenascope::cli
