// The Pareto front of arena, cycles and flash over many models.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arenascope::optimization {

struct Candidate {
  std::string model; // as named by the user
  std::uint64_t arenaBytes = 0;
  std::optional<std::uint64_t> cycles;     // of an inference, kernels and interpreter
  std::optional<std::uint64_t> flashBytes; // FlashNeed::total(): model, interpreter and operators
};

// The contents of a file of JSON Lines, each a profile report of one target with one kernel set.
struct Candidates {
  std::string target;
  std::string kernels;
  std::vector<Candidate> models; // those with an arena
  std::size_t failed = 0;        // lines without one
};

// Models that no other model equals or beats in all three figures, by arena. A figure that any of them lacks is not
// compared.
std::vector<Candidate> paretoFrontOf(const std::vector<Candidate>& models);

} // namespace arenascope::optimization
