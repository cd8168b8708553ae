// The parts of explain(): sentences on one message, by its kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/tflm_messages.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

// A sentence about a run, and the run.
struct SaidOfRun {
  std::string what;
  const report::Report* report = nullptr;
};
// Each sentence once, with the settings and needs of all its runs: the first few, and the number of the others.
std::vector<std::string> saidOnce(const std::vector<SaidOfRun>& said);
// The answer if no run prints the message: `meaning`, with the runs that failed.
std::string nothingFits(const std::string& meaning, const std::vector<report::Report>& reports);

// Whether a block of memory is too large for a model whose whole arena needs `arena` bytes.
inline bool isBeyondAll(std::uint64_t bytes, std::uint64_t arena) {
  constexpr std::uint64_t kManyTimes = 64;
  constexpr std::uint64_t kMostRam = std::uint64_t{16} << 20;
  return bytes >= kManyTimes * arena && bytes >= kMostRam;
}

// The meaning of the message for any model, in a sentence.
std::string meaningOf(const TflmMessage& message);
// "May 2024" for 202405.
std::string monthText(std::int32_t month);

// For a line of TF_LITE_ENSURE: what it compares, in words; and the operators with kernels in a source file.
std::string checkMeaning(const TflmMessage& message);
std::vector<std::string> operatorsOfFile(const std::string& file);
// The usual cause of such a failure; empty if none is known.
std::string checkHint(const TflmMessage& message);

// The reason why this model is refused. node: the later line that names the operator (kNodeFailed); may be null.
std::vector<std::string> refusalDetail(const TflmMessage& message, const TflmMessage* node,
                                       const model::ModelInfo& model);

// Structs of one kind that found no memory: the number in this model's runs and the device's number.
std::vector<std::string> structsDetail(const TflmMessage& message, const std::vector<report::Report>& reports);
// "eval_tensors", the device's name for them; empty if it gives none.
std::string structsName(const TflmMessage& message);

// An operator that the resolver lacks: whether TFLM has it at all, and since when.
std::vector<std::string> missingOperatorDetail(const TflmMessage& message, const std::vector<report::Report>& reports);
// The same for kMissingMethod, whose name is a method's: "TopkV2".
std::vector<std::string> missingMethodDetail(const TflmMessage& message, const std::vector<report::Report>& reports);

// What a register of a fault says; empty where it says nothing.
std::string faultRegisterMeaning(const TflmMessage& message);
// Where a name is defined that a linker does not find, and how it gets into the build.
std::string undefinedMeaning(const TflmMessage& message);
std::string undefinedAdvice(const TflmMessage& message);

// "0x2000fa48 is an address in RAM" and its like, of a number that is to be a size or a version; empty for others.
std::string looksLike(std::uint64_t number);

// What stands around TFLM: the arena, the stack and the sizes that this model needs there.
std::vector<std::string> surroundingsDetail(const TflmMessage& message, const std::vector<report::Report>& reports,
                                            std::optional<std::uint64_t> arenaBytes);

// Causes of a failed AllocateTensors() if nothing else is known, the most likely first.
std::vector<std::string> likelyCauses(const std::vector<report::Report>& reports,
                                      std::optional<std::uint64_t> arenaBytes);
// The same for Invoke(), after an AllocateTensors() that succeeded or was not checked.
std::vector<std::string> likelyCausesOfInvoke(const std::vector<report::Report>& reports,
                                              std::optional<std::uint64_t> arenaBytes);

} // namespace arenascope::diagnosis
