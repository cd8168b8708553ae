// `profile --record`: appends a row to the project's history.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "core/report/report.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct RecordOptions {
  std::filesystem::path store;                  // empty: the project's file
  std::map<std::string, std::uint64_t> budgets; // by key of history::rowFigures()
};

// The model must be a file in a Git repository that has a commit.
std::optional<Error> recordReport(const ProfileRequest& request, const Result<report::Report>& report,
                                  const RecordOptions& options);

} // namespace arenascope::service
