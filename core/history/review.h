// What a change of a project does to its models: each as it was at a base commit, and as it is now.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/history/timeline.h"

namespace arenascope::history {

struct ReviewedModel : Change {
  std::string path;              // now; before, if it is gone
  std::string renamedFrom;       // empty: it has kept its path
  std::optional<Row> before;     // absent: it was not there, or nothing about it has changed and it has no budget
  std::optional<Row> now;        // likewise
  bool isUntouched = false;      // file, settings and budgets are those of the base
  std::vector<std::string> over; // keys of figures above their budgets, now

  bool isNew() const { return !isUntouched && !before; }
  bool isGone() const { return !isUntouched && !now; }
  // Whether there is anything to say about it.
  bool hasChanged() const { return isNew() || isGone() || isAny(); }
};
// Compares what is there.
ReviewedModel reviewed(std::optional<Row> before, std::optional<Row> now);

struct Review {
  std::string revision; // of the base, as it was given
  CommitInfo base;      // the last commit that both have
  CommitInfo head;      // the project's newest commit; its files may have changed since
  std::vector<ReviewedModel> models;
  std::vector<std::string> problems; // models that could not be compared, and why

  bool hasChanged() const;
  bool isOverBudget() const;
};

} // namespace arenascope::history
