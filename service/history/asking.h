// `history`: the project's rows along its commits.
#pragma once

#include <filesystem>
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

} // namespace arenascope::service
