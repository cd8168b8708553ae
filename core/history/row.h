// One row of a project's history: the figures of a model or a firmware image at a commit, what they are made of, and
// where they come from. Rows are compared without the model, years later.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/report/figures.h"

namespace arenascope::history {

// A figure that rows have, by its name in JSON and CSV.
struct RowFigure {
  const char* key;
  report::FigureId id;
};
std::span<const RowFigure> rowFigures();
std::vector<std::string> rowFigureKeys();
const report::FigureKind& figureOf(const std::string& key); // a key of the table

// A part of the arena or of the flash: a buffer in use at the peak, a category of the tail, an operator's code.
struct RowPart {
  std::string kind; // "buffer", "tail", "temporary", "model", "code"
  std::string name;
  std::uint64_t bytes = 0;
};

struct RowOperator {
  std::string place; // "3", "1:4" in another subgraph
  std::string kind;  // "CONV_2D"
  std::string layer; // its own name: what it is found by in another row
  std::optional<std::uint64_t> cycles;
};

struct Row {
  // The commit.
  std::string commit;   // its whole hash
  std::string authored; // ISO 8601, as the author's clock said: a rebase keeps it
  std::string subject;
  std::string tree;     // hash of all of its files
  std::string blob;     // hash of the model's file in Git; empty for an image that Git does not have
  bool changed = false; // the file was not the commit's when it was measured
  // The settings.
  std::string path; // from the project's folder, with "/"
  bool image = false;
  std::string target;
  std::string board; // empty: none
  std::string kernels;
  std::string tflm;
  std::string planner;
  bool separateVariables = false;
  // Where the figures come from, besides the settings.
  std::string program; // version of this program
  std::string compiler;
  std::string sha256;   // of the model
  std::string key;      // of all settings and of this program's build: equal keys of equal files have equal figures
  std::string recorded; // ISO 8601, UTC
  // The figures.
  std::string error;                            // empty: it ran
  std::map<std::string, std::uint64_t> figures; // by key, as far as known
  std::map<std::string, std::uint64_t> budgets; // by key: the most that it may be
  std::string peak;                             // "layer 3, CONV_2D"; empty: the peak is at no operator
  std::vector<RowPart> arena;                   // at its peak
  std::vector<RowPart> flash;                   // with the model's file
  std::vector<RowOperator> operators;           // in order of execution
  std::vector<std::string> hazards;             // sentences

  bool ok() const { return error.empty(); }
  // Absent if the row lacks it.
  std::optional<std::uint64_t> figure(const std::string& key) const;
  // Keys of the figures that are above their budgets.
  std::vector<std::string> overBudget() const;
  // "cortex-m4, cmsis-nn kernels"; also the revision of TFLM if it is not the current one.
  std::string settings() const;
  // What tells measurements of one commit apart, besides target and board.
  std::string variant() const;
  // "9f2c01a", with "+" for a file that the commit does not have.
  std::string shortCommit() const;
  std::string day() const; // "2026-11-24"
};

// Settings, provenance and figures. The caller adds the commit, the path, the time and the budgets.
Row rowOf(const report::Report& report);

} // namespace arenascope::history
