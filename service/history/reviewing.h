// `review`: a project's models and images as they are now, against a base commit.
#pragma once

#include <functional>
#include <string>

#include "core/history/review.h"
#include "service/history/subjects.h"

namespace arenascope::service {

struct ReviewRequest {
  SubjectSource source;
  std::string base;            // a branch, tag or commit
  std::filesystem::path store; // with rows of images at the base; empty: the project's file
  std::string build;           // a shell command for images that Git does not have, run in the base's worktree
};

// Profiles what has changed, and what has a budget. onModel: called before each model.
Result<history::Review> review(const ReviewRequest& request,
                               const std::function<void(std::size_t done, std::size_t all)>& onModel,
                               engine::RunControl& control);

} // namespace arenascope::service
