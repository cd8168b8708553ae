// All that a person can ask for, in a person's words. A use case takes some of it (use_cases.h), and resolve.h finds
// what the words stand for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace arenascope::service {

// Empty and absent: the default, which the field's help names.
struct Request {
  std::vector<std::string> models; // paths, or names in `contents`
  std::vector<std::string> targets;
  std::vector<std::string> kernels;
  std::vector<std::string> tflm;
  bool separateVariables = false;
  std::string board;
  std::optional<double> clockMhz;
  std::string caches;
  std::optional<std::uint64_t> reservedRam;
  std::optional<std::uint64_t> reservedFlash;
  std::string persistentRegion;
  std::string nonPersistentRegion;
  std::string planner; // of the interpreter; of the search in `plan`
  bool invoke = true;
  std::vector<std::string> inputs; // I=FILE
  std::optional<std::uint64_t> arenaSize;
  std::optional<std::uint64_t> resourceVariables;
  bool verify = false;
  bool guard = false;
  bool overlap = false;
  bool keepTensors = false;
  bool wholePath = false; // of the model, in the JSON
  std::optional<std::uint64_t> budget;
  std::optional<std::uint64_t> maxCycles;
  bool cache = true;
  std::vector<std::string> limits; // NAME=N
  std::optional<double> seconds;
  std::string order;
  bool shared = false;
  std::vector<std::string> means;
  std::optional<double> mostGrowth;
  std::optional<double> deadlineMs;
  std::optional<std::uint64_t> fit;
  std::string message;
  std::string sizes; // FIRST:LAST
  std::optional<std::uint64_t> step;
  std::string log; // its text

  // What a program has in memory instead of files.
  std::map<std::string, std::vector<std::uint8_t>> contents; // of models, by name
  std::vector<std::vector<std::uint8_t>> inputBytes;         // by input; empty: the usual pattern
};

} // namespace arenascope::service
