// Of many models those that are worth a look: the front of arena, cycles and flash.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::optimization {

struct Candidate {
  std::string model; // as it was named
  std::uint64_t arenaBytes = 0;
  std::optional<std::uint64_t> cycles;     // of an inference, kernels and interpreter
  std::optional<std::uint64_t> flashBytes; // FlashNeed::total(): model, interpreter and operators
};

// What a file of JSON Lines has, each a profile report of one target with one kernel set.
struct Candidates {
  std::string target;
  std::string kernels;
  std::vector<Candidate> models; // those that have an arena
  std::size_t failed = 0;        // lines without one
};
// Fails where it cannot be read, has a line that is no report, or reports of several targets or kernel sets. The end of
// a last line may be missing: the line is passed over. Of several lines for one model's path the last counts.
Result<Candidates> readCandidates(const std::filesystem::path& path);

// Those of which no other is smaller or as small in all three figures; by arena. What one of them does not have is left
// out of the comparison for all.
std::vector<Candidate> paretoFrontOf(const std::vector<Candidate>& models);

// For a person, a line each.
std::string paretoText(const Candidates& candidates);

} // namespace arenascope::optimization
