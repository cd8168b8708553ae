// What can run a model, as an interface: find it, run on it, or hear why not. A program has a table of them
// (service/profile/engines.h), and nothing outside their rooms asks which one it is.
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

// What is to be run on what, by names that have been checked.
struct Request {
  const Target& target;
  const report::RunConfiguration& configuration;
  tflm::Variant variant; // what the interpreter is to be
};

// A kernel set that a user has added.
struct AddedKernels {
  std::string name;    // stands wherever a kernel set does
  std::string target;  // the only one that it runs on
  std::string library; // where it came from
};

class Engine {
public:
  virtual ~Engine() = default;
  // Whether it is meant for the request, be it installed or not.
  virtual bool serves(const Request& request) const = 0;
  // What is missing to run it, in a sentence; empty where nothing is known to be.
  virtual std::string whyNot(const Request& request) const = 0;
  // Whose answers depend on Runner::identity().
  virtual Result<std::unique_ptr<Runner>> runner(const Request& request) const = 0;
  // By name.
  virtual std::vector<AddedKernels> added() const { return {}; }
  // Starts what runs on that target take long to start, where that is its own.
  virtual void prefork(const Target& /*target*/) const {}
  // What a person should know of it on this computer.
  virtual std::vector<Finding> examine() const { return {}; }
};

// In the order in which they are asked.
using Engines = std::span<const Engine* const>;

// The first one that serves the request and can; where none can, the last that serves it, whose runner() says why.
// Null where none serves it.
const Engine* engineFor(Engines engines, const Request& request);
void prefork(Engines engines, const Target& target);

} // namespace arenascope::engine
