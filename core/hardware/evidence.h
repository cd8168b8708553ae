// What is known of how far cycles are off: figures that others published of real processors, beside what this program
// says of the same network or program. Read from JSON files; resources/evidence/README.md says what stands in them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::hardware {

// From the lowest to the highest, in percent of what is real: positive is too much.
struct ErrorRange {
  double low = 0.0;
  double high = 0.0;
};
// "-10 to +1 %", "+3 %" where both are the same.
std::string describe(const ErrorRange& range);

struct PublishedFigure {
  std::string name;  // of a network or program
  std::string model; // its file without .tflite; empty: a program, or a model that is not at hand
  double published = 0.0;
  double ours = 0.0; // in the same unit

  double error() const { return 100.0 * (ours / published - 1.0); }
};

// Of all operators of a kind together.
struct OperatorError {
  std::string name; // as in the model: "CONV_2D"
  ErrorRange range;
};

enum class EvidenceKind : std::uint8_t {
  kNetworks,    // networks that somebody measured, and our kernels
  kSameLibrary, // the same, and the very library that was measured under our timing model: what that model is off by
  kPrograms,    // other programs, compiled alike
  kInstructions // operators of TensorFlow Lite Micro's own library under the same compiler: what our kernels are off by
};

struct Evidence {
  std::string name; // of the file, without .json
  EvidenceKind kind = EvidenceKind::kNetworks;
  std::string core;     // a target
  std::string board;    // a board file's name; empty: no such board
  std::string title;    // what was measured, for a person
  std::string library;  // the kernels that were measured there
  std::string compiler; // and what compiled them
  std::string kernels;  // ours
  std::string unit;     // "ms" or "cycles"
  std::string source;   // where the published figures are from
  std::vector<PublishedFigure> figures;
  std::vector<OperatorError> operators;

  ErrorRange errors() const; // of its figures
};

// The error names the field that is missing or wrong, and what it takes.
Result<Evidence> parseEvidence(const std::string& name, const std::string& json);

// What one publication or comparison says of kinds of operators.
struct OperatorAccuracy {
  std::string what; // "instructions of our kernels (TensorFlow Lite Micro of July 2026)"
  std::vector<OperatorError> errors;
};

// Of a report's cycles.
struct Accuracy {
  bool compared = false; // with silicon: other programs, or more than one network
  std::string text;      // in a sentence, without a full stop; what is about its board comes first
  std::string ofCore;    // the same whatever the board
  std::vector<OperatorAccuracy> operators;
};
// board: the name of the report's board, or empty. kernels: the report's set where it is ours; empty for a user's own
// library, whose cycles the timing model alone is off by.
Accuracy accuracyOf(std::span<const Evidence> evidence, const std::string& core, const std::string& board,
                    const std::string& kernels);

// All of it as tables of Markdown, one of networks and programs, one of instructions: README's.
std::string markdownTables(std::span<const Evidence> evidence);

} // namespace arenascope::hardware
