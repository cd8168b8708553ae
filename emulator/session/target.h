// What a model can be run on.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "emulator/timing/cycle_model.h"

namespace arenascope::session {

struct Target {
  std::string name;        // as on the command line
  std::string description; // for a person
  bool emulated = false;
  int cpu = 0; // Unicorn's number of the processor
  std::unique_ptr<timing::CycleModel> (*makeModel)() = nullptr;
};

std::span<const Target> targets();
// nullptr for an unknown name.
const Target* findTarget(const std::string& name);

// The kernel sets that images are built with.
std::span<const std::string> kernelSets();

} // namespace arenascope::session
