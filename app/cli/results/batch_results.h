// Destination of a batch's reports, and the models that have one there already.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/report/report.h"

namespace arenascope::cli {

// An earlier result with the same settings.
struct EarlierResult {
  std::string contents; // hash of the model at that time (service::contentsKey)
  bool ok = false;
  std::optional<std::uint64_t> arenaMinimum;
  std::optional<std::uint64_t> cycles;
};

class BatchResults {
public:
  virtual ~BatchResults() = default;
  // Returns the error, if any; without a message if the reader is gone. Earlier results stay.
  // contents: of the model that was run.
  virtual std::optional<Error> add(const report::Report& report, const std::string& contents) = 0;

  // By the model's path; null if there is none.
  const EarlierResult* find(const std::string& model) const {
    const auto found = earlier_.find(model);
    return found == earlier_.end() ? nullptr : &found->second;
  }

protected:
  std::map<std::string, EarlierResult> earlier_;
};

} // namespace arenascope::cli
