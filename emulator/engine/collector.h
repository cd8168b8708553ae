// Turns the events of one run into a RunTrace: fills inputs when they are ready, hashes what operators wrote.
#pragma once

#include <span>

#include "emulator/engine/runner.h"

namespace arenascope::engine {

// The memory of the machine that runs the interpreter.
class TargetMemory {
public:
  virtual ~TargetMemory() = default;
  // `bytes` bytes at an address; empty when they are not all there.
  virtual std::span<std::uint8_t> at(std::uint64_t address, std::uint64_t bytes) = 0;
};

class Collector {
public:
  Collector(const LoadedModel& model, const RunOptions& options, RunControl& control, TargetMemory& memory);

  void onEvent(const trace::Event& event);
  // Takes the inputs as they are in memory, where nobody fills them.
  void readInputs();
  // An operator has run.
  void onOperator(const trace::Position& position, int depth, const run::Cost& cost,
                  std::vector<run::FunctionCost> functions);
  // The run has ended well or not; message is used where the interpreter itself said nothing.
  void finish(bool succeeded, Stage stage, const std::string& message);

  run::RunTrace take() { return std::move(trace_); }
  run::RunTrace& trace() { return trace_; }

private:
  struct Placed {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };

  // What is kept of a run counts with its model, whatever else the program has in use.
  void hold(std::uint64_t bytes);
  void addMessage(const trace::Event& event);
  void fillInputs();
  void readOutputs();
  std::span<std::uint8_t> tensorMemory(std::size_t subgraph, std::int32_t tensor);

  const LoadedModel& model_;
  const RunOptions& options_;
  RunControl& control_;
  TargetMemory& memory_;
  run::RunTrace trace_;
  std::vector<std::vector<Placed>> tensors_; // by subgraph and tensor
  std::uint64_t held_ = 0;                   // bytes
  std::string messages_;
  trace::Position position_;
  bool positionKnown_ = false;
};

} // namespace arenascope::engine
