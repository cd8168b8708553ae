// A model with each release of its target's libraries: the safe ones, and the one to keep to.
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
  std::optional<std::uint64_t> arena = {};      // the minimum; absent if the model does not run
  std::optional<std::uint64_t> anyAddress = {}; // enough at any address
  std::optional<std::uint64_t> cycles = {};
  std::vector<OperatorScratch> scratch = {};
  std::vector<Hazard> hazards = {};
  std::string error = {}; // reason why it does not run

  bool isSafe() const { return arena && hazards.empty(); }
  // Whether both differ only in their names for a person.
  bool isLike(const VersionRow& other) const;
};

struct VersionTable {
  model::ModelInfo model;
  std::string target;
  std::vector<VersionRow> rows; // by kernels, then by revision; the oldest first

  // Rows that differ in the pinned release: all kernels with the newest revision, or all revisions of one kernel set.
  std::vector<const VersionRow*> line() const;
};

// The newest consecutive releases that are safe, and the one to keep to: the newest proven one among them, if there is
// any.
struct SafeRange {
  const VersionRow* first = nullptr;
  const VersionRow* last = nullptr;
  const VersionRow* pinned = nullptr;
};
std::optional<SafeRange> safeRange(const VersionTable& table);

// Lines for the project's manifest that pin a row's libraries, with the name of the file; empty if such a file cannot
// name the release.
struct Pin {
  std::string file; // "idf_component.yml"
  std::string text;
};
Pin pinOf(const VersionRow& row);

VersionRow versionRow(const Report& report);

} // namespace arenascope::report
