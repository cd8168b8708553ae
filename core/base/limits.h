// Resource limits for a model or a run. None follows from microcontrollers: they make damaged or hostile files end in a
// message, and each can be changed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.h"

namespace arenascope {

struct Limits {
  std::uint64_t modelBytes = std::uint64_t{256} << 20; // of the file
  std::uint64_t tensors = 100'000;                     // of all subgraphs
  std::uint64_t operators = 100'000;                   // of all subgraphs
  std::uint64_t rank = 8;                              // dimensions of a tensor
  std::uint64_t arenaBytes = std::uint64_t{512} << 20;
  std::uint64_t instructions = 50'000'000'000;      // emulated in one run
  std::uint64_t loopIterations = 100'000;           // of one WHILE, each time it runs
  std::uint64_t operatorRuns = 1'000'000;           // in one inference, each iteration of a loop counted
  std::uint64_t seconds = 600;                      // of wall time for all runs of a model
  std::uint64_t hostBytes = std::uint64_t{8} << 30; // used by a run
};

// A limit by name.
struct LimitName {
  const char* name; // "model-bytes"
  const char* what; // description, with its unit
  std::uint64_t Limits::*value;
  std::uint64_t highest; // larger values would not work
};
std::span<const LimitName> limitNames();

// Sets one from "NAME=N"; N may end in K, M or G (1024, 1024², 1024³). Returns what is wrong with the text, if
// anything.
std::optional<Error> setLimit(Limits& limits, const std::string& text);

// "…: the limit is 256 (change it with --limit rank=N)"
std::string limitAdvice(std::uint64_t Limits::*value, const Limits& limits);
// Whether the message ends with such advice: content beyond the limit was not read.
bool isOfLimit(const Error& error);

} // namespace arenascope
