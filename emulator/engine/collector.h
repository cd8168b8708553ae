// Turns the events of a run into a RunTrace: fills inputs when they are ready, and hashes outputs of operators.
#pragma once

#include <span>

#include "emulator/engine/runner.h"

namespace arenascope::engine {

// The memory of the machine that runs the interpreter.
class TargetMemory {
public:
  virtual ~TargetMemory() = default;
  // `bytes` bytes at an address; empty unless all of them exist.
  virtual std::span<std::uint8_t> at(std::uint64_t address, std::uint64_t bytes) = 0;
};

class Collector {
public:
  Collector(const LoadedModel& model, const RunOptions& options, RunControl& control, TargetMemory& memory);

  // The address of the decompression memory, of RunOptions::decompressionBytes. Before all events.
  void decompressIn(std::uint64_t address) { decompressionAddress_ = address; }
  void onEvent(const trace::Event& event);
  // Takes the present contents of memory as inputs, if they are not filled.
  void readInputs();
  // An operator has finished.
  void onOperator(const trace::Position& position, int depth, const run::Cost& cost,
                  std::vector<run::FunctionCost> functions);
  // The run has ended, successfully or not; message is used if the interpreter itself printed none.
  void finish(bool succeeded, Stage stage, const std::string& message);

  run::RunTrace take() { return std::move(trace_); }
  run::RunTrace& trace() { return trace_; }

private:
  struct Placed {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };

  // Kept data of a run counts with its model, besides other memory of the program.
  void hold(std::uint64_t bytes);
  void addMessage(const trace::Event& event);
  void addDecompressed(const trace::Event& tensor);
  void fillInputs();
  void readOutputs();
  std::span<std::uint8_t> tensorMemory(std::size_t subgraph, std::int32_t tensor);

  const LoadedModel& model_;
  const RunOptions& options_;
  RunControl& control_;
  TargetMemory& memory_;
  run::RunTrace trace_;
  std::vector<std::vector<Placed>> tensors_; // by subgraph and tensor
  std::uint64_t decompressionAddress_ = 0;
  std::uint64_t held_ = 0; // bytes
  std::string messages_;
  trace::Position position_;
  bool positionKnown_ = false;
};

} // namespace arenascope::engine
