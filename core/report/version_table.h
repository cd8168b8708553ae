// A model with each release of the libraries that its target's people get: which are safe, and which to keep to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/hazards.h"

namespace arenascope::report {

struct OperatorScratch {
  std::string place; // of the operator: "3"
  std::string name;
  std::uint64_t bytes = 0;
};

struct VersionRow {
  std::string kernels; // "esp-nn@1.3.1"
  std::string tflm;    // "esp-1.3.8", "2023-05"
  std::string when = {};
  std::string evidence = {}; // KernelEvidence::kind
  std::optional<std::uint64_t> used = {};
  std::optional<std::uint64_t> arena = {};      // the minimum; absent where it does not run
  std::optional<std::uint64_t> anyAddress = {}; // enough wherever the arena lies
  std::optional<std::uint64_t> cycles = {};
  std::vector<OperatorScratch> scratch = {};
  std::vector<Hazard> hazards = {};
  std::string error = {}; // why it does not run

  bool isSafe() const { return arena && hazards.empty(); }
  // The same for a person, but for its name.
  bool isLike(const VersionRow& other) const;
};

struct VersionTable {
  model::ModelInfo model;
  std::string target;
  std::vector<VersionRow> rows; // by kernels, then by revision; the oldest first

  // Rows that differ in what is to be pinned: all kernels with the newest revision, or all revisions of one kernel set.
  std::vector<const VersionRow*> line() const;
};

// The newest releases in a row that are safe, and the one to keep to: the newest of them that is proven, if there is
// one.
struct SafeRange {
  const VersionRow* first = nullptr;
  const VersionRow* last = nullptr;
  const VersionRow* pinned = nullptr;
};
std::optional<SafeRange> safeRange(const VersionTable& table);

// Lines for the project's manifest that pin a row's libraries, with the name of the file; empty where a release cannot
// be named there.
struct Pin {
  std::string file; // "idf_component.yml"
  std::string text;
};
Pin pinOf(const VersionRow& row);

VersionRow versionRow(const Report& report);

} // namespace arenascope::report
