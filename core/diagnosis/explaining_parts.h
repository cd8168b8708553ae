// What explain() consists of: sentences on one message, by what kind it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/tflm_messages.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

// A sentence of one run, and the run.
struct SaidOfRun {
  std::string what;
  const report::Report* report = nullptr;
};
// Each sentence once, with the settings and the need of all runs that it is said of; the first few, and how many more.
std::vector<std::string> saidOnce(const std::vector<SaidOfRun>& said);
// What is said where no run prints the message: `meaning`, less the runs that failed.
std::string nothingFits(const std::string& meaning, const std::vector<report::Report>& reports);

// Whether a block of memory is larger than any for a model whose whole arena needs `arena` bytes can be.
inline bool isBeyondAll(std::uint64_t bytes, std::uint64_t arena) {
  constexpr std::uint64_t kManyTimes = 64;
  constexpr std::uint64_t kMostRam = std::uint64_t{16} << 20;
  return bytes >= kManyTimes * arena && bytes >= kMostRam;
}

// A sentence on what the message says, whatever the model.
std::string meaningOf(const TflmMessage& message);
// "May 2024" for 202405.
std::string monthText(std::int32_t month);

// What a check compares, in words: of a line of TF_LITE_ENSURE. Operators whose kernels are in a source file.
std::string checkMeaning(const TflmMessage& message);
std::vector<std::string> operatorsOfFile(const std::string& file);
// What usually stands behind such a check; empty where nothing is known of it.
std::string checkHint(const TflmMessage& message);

// Why this model is refused: by the operator that a line after the message names, where there is one (kNodeFailed).
std::vector<std::string> refusalDetail(const TflmMessage& message, const TflmMessage* node,
                                       const model::ModelInfo& model);

// Structs of one kind that found no memory: as this model's runs ask for them, and how many the device asked for.
std::vector<std::string> structsDetail(const TflmMessage& message, const std::vector<report::Report>& reports);
// "eval_tensors", as the device calls them; empty where it does not.
std::string structsName(const TflmMessage& message);

// An operator that the resolver lacks: whether TFLM has it at all, and since when.
std::vector<std::string> missingOperatorDetail(const TflmMessage& message, const std::vector<report::Report>& reports);
// The same of kMissingMethod, whose name is a method's: "TopkV2".
std::vector<std::string> missingMethodDetail(const TflmMessage& message, const std::vector<report::Report>& reports);

// What stands around TFLM: the arena, the stack and the sizes that this model needs there.
std::vector<std::string> surroundingsDetail(const TflmMessage& message, const std::vector<report::Report>& reports,
                                            std::optional<std::uint64_t> arenaBytes);

// AllocateTensors() failed, and nothing else is known: what it is likely to be, the likeliest first.
std::vector<std::string> likelyCauses(const std::vector<report::Report>& reports,
                                      std::optional<std::uint64_t> arenaBytes);
// The same for Invoke(), after an AllocateTensors() that succeeded or was not checked.
std::vector<std::string> likelyCausesOfInvoke(const std::vector<report::Report>& reports,
                                              std::optional<std::uint64_t> arenaBytes);

} // namespace arenascope::diagnosis
