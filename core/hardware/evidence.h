// Known errors of cycles: figures that others published for real processors, and this program's for the same networks
// or programs. Read from JSON files; resources/evidence/README.md documents the format.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::hardware {

// Lowest to highest, in percent of the real figure: positive is too much.
struct ErrorRange {
  double low = 0.0;
  double high = 0.0;
};
// "-10 to +1 %", "+3 %" if both are equal.
std::string describe(const ErrorRange& range);

struct PublishedFigure {
  std::string name;  // of a network or program
  std::string model; // its file without .tflite; empty: a program, or a model that is not available
  double published = 0.0;
  double ours = 0.0; // in the same unit

  double error() const { return 100.0 * (ours / published - 1.0); }
};

// Summed over all operators of a kind.
struct OperatorError {
  std::string name; // as in the model: "CONV_2D"
  ErrorRange range;
};

enum class EvidenceKind : std::uint8_t {
  kNetworks,    // published networks, with our kernels
  kSameLibrary, // the library measured, under our timing model: the model's own error
  kPrograms,    // other programs, compiled with the same options
  kInstructions // operators of TensorFlow Lite Micro's own library with the same compiler: our kernels' error
};

// As in the files: "same library".
const char* kindName(EvidenceKind kind);

struct Evidence {
  std::string name; // the file name without .json
  EvidenceKind kind = EvidenceKind::kNetworks;
  std::string core;     // a target
  std::string board;    // name of a board file; empty: none
  std::string title;    // the device, for display
  std::string library;  // kernels of the published figures
  std::string compiler; // and their compiler
  std::string kernels;  // ours
  std::string unit;     // "ms" or "cycles"
  std::string source;   // source of the published figures
  std::vector<PublishedFigure> figures;
  std::vector<OperatorError> operators;

  ErrorRange errors() const; // of its figures
};

// The error names a missing or wrong field, and what it takes.
Result<Evidence> parseEvidence(const std::string& name, const std::string& json);

// Errors per kind of operator, from one publication or comparison.
struct OperatorAccuracy {
  std::string what; // "instructions of our kernels (TensorFlow Lite Micro of July 2026)"
  std::vector<OperatorError> errors;
};

// Expected error of a report's cycles.
struct Accuracy {
  bool compared = false; // with silicon: other programs, or more than one network
  std::string text;      // sentences without the last full stop; those on its board come first
  std::string ofCore;    // the same for any board
  std::vector<OperatorAccuracy> operators;
};
// board: name of the report's board, or empty. kernels: the report's set if it is ours; empty for a user's library, for
// which only the timing model's error counts.
Accuracy accuracyOf(std::span<const Evidence> evidence, const std::string& core, const std::string& board,
                    const std::string& kernels);

// Tables in Markdown, one of networks and programs, one of instructions, for the documentation.
std::string markdownTables(std::span<const Evidence> evidence);

} // namespace arenascope::hardware
