// The interface of everything that can run a model: find it, run on it, or give a reason. A program has a table of them
// (service/profile/engines.h), and no code outside their modules asks for a certain one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/report/run_configuration.h"
#include "emulator/engine/finding.h"
#include "emulator/engine/runner.h"
#include "emulator/engine/target.h"

namespace arenascope::engine {

// A model run: target, kernel set and settings, with checked names.
struct Request {
  const Target& target;
  const report::RunConfiguration& configuration;
  tflm::Variant variant; // the interpreter's configuration
};

// A kernel set that the user has added.
struct AddedKernels {
  std::string name;    // used like any kernel set's name
  std::string target;  // its only target
  std::string library; // its source
};

class Engine {
public:
  virtual ~Engine() = default;
  // Whether it is responsible for the request, installed or not.
  virtual bool serves(const Request& request) const = 0;
  // What is missing to run it, in a sentence; empty if nothing is known to be missing.
  virtual std::string whyNot(const Request& request) const = 0;
  // Kernel sets with answers that depend on Runner::identity().
  virtual Result<std::unique_ptr<Runner>> runner(const Request& request) const = 0;
  // By name.
  virtual std::vector<AddedKernels> added() const { return {}; }
  // Starts slow parts of its targets in advance.
  virtual void prefork(const Target& /*target*/) const {}
  // Findings about it on this computer, for a person.
  virtual std::vector<Finding> examine() const { return {}; }
};

// In order of precedence.
using Engines = std::span<const Engine* const>;

// The first engine that serves the request and can run it; otherwise the last that serves it, whose runner() gives the
// reason. Null if none serves it.
const Engine* engineFor(Engines engines, const Request& request);
void prefork(Engines engines, const Target& target);

} // namespace arenascope::engine
