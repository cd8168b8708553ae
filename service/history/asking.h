// `history`: the project's rows along its commits.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "service/history/git.h"

namespace arenascope::service {

struct HistoryRequest {
  std::filesystem::path place;               // in the project
  std::vector<std::filesystem::path> models; // only these; empty: all
  std::string revision = "HEAD";
  std::filesystem::path store; // empty: the project's file
  Git::Reach reach = Git::Reach::kProject;
};

// Runs nothing. The error says that there is no repository, or that the file cannot be read; a project without a
// history has no series.
Result<history::Timeline> historyOf(const HistoryRequest& request);

// The series that a report of a file continues; absent where the file is in no project, or the project has no history
// of it with these settings. Git is started only where there is a history file.
std::optional<history::Series> seriesOf(const report::Report& report);

} // namespace arenascope::service
