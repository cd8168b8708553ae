// `history backfill`: measures models and images as they were at old commits, for the project's history.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "service/history/subjects.h"

namespace arenascope::service {

inline constexpr std::size_t kUsualBackfill = 30; // commits

struct BackfillRequest {
  SubjectSource source;
  std::string revision = "HEAD";
  std::size_t commits = kUsualBackfill; // the newest
  std::filesystem::path store;          // empty: the project's file
  std::string build;                    // a shell command for images that Git does not have, run in the worktree
};

struct Backfilled {
  std::filesystem::path store;
  std::size_t commits = 0;  // that were looked at
  std::size_t measured = 0; // rows of runs
  std::size_t reused = 0;   // rows of files that were measured at another commit
  std::size_t present = 0;  // rows that were there already
  // "9f2c01a net.tflite: …", a line for each model that does not run (it has a row), or that cannot be measured.
  std::vector<std::string> failed;
};

// Rows are appended as soon as they are known. onCommit: called before each commit.
Result<Backfilled> backfill(const BackfillRequest& request,
                            const std::function<void(std::size_t done, std::size_t all)>& onCommit,
                            engine::RunControl& control);

} // namespace arenascope::service
