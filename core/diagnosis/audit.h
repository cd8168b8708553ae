// What an audit of an added library's kernels found, and what it tried.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::diagnosis {

enum class FindingKind : std::uint8_t {
  kOverrun,    // writes bytes that are not the operator's
  kReadBeyond, // reads such bytes
  kDiffers,    // outputs are others than those of the reference kernels
  kCrash       // the processor faults, or the run does not end
};

// "overrun", "read beyond", "difference", "crash"
const char* findingName(FindingKind kind);

// At one shape and one address of the arena.
struct AuditFinding {
  FindingKind kind = FindingKind::kOverrun;
  std::string op;                 // "CONV_2D"
  std::string shape;              // tensors and options, as text
  std::int32_t modelOp = -1;      // the given model's operator; -1: one of the sweep
  std::uint32_t misalignment = 0; // of the arena's start, 0 to 15
  std::uint64_t bytes = 0;        // that are not the operator's
  std::uint64_t values = 0;       // of the outputs, that differ
  std::uint64_t allValues = 0;    // of the outputs
  double largestDifference = 0;   // as stored
  std::string what;               // for a person, without operator and shape
};

struct AuditedOperator {
  std::string name;
  std::uint32_t shapes = 0;  // that both kernels were run with
  std::uint32_t refused = 0; // that the library refused, though the reference kernel computes them
  std::string refusal;       // what it said to the first of these
  bool missing = false;      // the library has no kernel
};

struct Audit {
  std::string kernels; // name of the set
  std::string library; // its file
  std::string target;
  std::string model;          // path; empty: none was given
  std::uint64_t accesses = 0; // that were checked
  bool complete = true;       // all shapes were tried in the time there was
  std::vector<AuditedOperator> operators;
  std::vector<std::string> untried;   // operators for which no shapes are known
  std::vector<AuditFinding> findings; // in the order of the operators
};

// Findings of one operator and kind.
struct FindingGroup {
  const AuditFinding* example = nullptr; // the smallest shape
  std::uint32_t shapes = 0;              // different ones
  std::uint64_t mostBytes = 0;           // of a finding
  double largestDifference = 0;          // of a finding
};
std::vector<FindingGroup> groupsOf(const Audit& audit);
// Whether kernels left their buffers, or crashed.
bool hasMemoryFindings(const Audit& audit);

} // namespace arenascope::diagnosis
