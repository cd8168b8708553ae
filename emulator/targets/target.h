// What a model can be run on.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "emulator/isa/architecture.h"
#include "emulator/timing/cycle_model.h"

namespace arenascope::session {

struct Target {
  std::string name;        // as on the command line
  std::string description; // for a person
  std::string compared;    // of its cycles with silicon: what the error was; empty: never compared
  bool emulated = false;
  const isa::Architecture* architecture = nullptr; // where it is emulated
  int cpu = 0;                                     // Unicorn's number of the processor
  std::unique_ptr<timing::CycleModel> (*makeModel)() = nullptr;
};

// What is run on where nothing else is asked for.
inline constexpr const char* kDefaultTarget = "cortex-m4";

std::span<const Target> targets();
std::vector<std::string> targetNames();
// nullptr for an unknown name.
const Target* findTarget(const std::string& name);

// The kernel sets that come along for a target; the first is what it runs with unless another is asked for.
std::span<const std::string> ownKernelSets(const Target& target);
// These, and those that were added for it (kernel_library.h).
std::vector<std::string> kernelSets(const Target& target);

} // namespace arenascope::session
