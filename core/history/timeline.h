// A project's history along its commits: which rows belong to which, and where figures moved.
//
// A row belongs to the commit that it names. After a rebase or a force push its commit is gone: then it belongs to the
// commit with the same author's time and the same file, or else the same file in Git is found by its hash.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/history/moves.h"

namespace arenascope::history {

struct CommitInfo {
  std::string id;
  std::vector<std::string> parents; // their hashes, the first is the branch that was merged into
  std::string authored;
  std::string subject;
  std::string tree;
};

// A line of the history file that is not a row. It stays in the file.
struct Damage {
  std::size_t line = 0; // from 1
  std::string why;
};

// A row at its place, and what changes there.
struct Point : Change {
  Row row;                         // with the commit that it is shown at
  std::size_t commit = 0;          // index in Timeline::commits
  bool mainline = true;            // on the way of first parents
  std::string measuredAt;          // another commit where the same file was measured; empty: this one
  std::vector<std::size_t> before; // the nearest points among its ancestors: several at a merge, none at the first

  bool isEvent() const { return before.empty() || isAny(); }
};

// A model or image on one target or board; apart by kernels and settings only where one commit was measured with
// several.
struct Series {
  std::string path;
  std::vector<Point> points; // oldest first

  const Row& newest() const { return points.back().row; }
};

struct Timeline {
  std::string revision;            // whose commits these are
  std::vector<CommitInfo> commits; // newest first, a child before its parents
  std::vector<Series> series;      // by path
  std::size_t elsewhere = 0;       // rows of commits that are not among these, and of files that these do not have
  std::vector<Damage> damaged;
};

// Hashes of a file in Git by index of the commit; empty where a commit lacks it.
using Blobs = std::map<std::string, std::vector<std::string>>; // by path

// commits: newest first, a child before its parents.
Timeline timelineOf(const std::vector<Row>& rows, std::vector<CommitInfo> commits, const Blobs& blobs);

} // namespace arenascope::history
