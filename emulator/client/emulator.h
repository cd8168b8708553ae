// An emulator with loaded contents. It is started for the first run, and again after it has
// ended.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "emulator/client/emulator_process.h"
#include "emulator/client/message_check.h"

namespace arenascope::client {

// Starts a process in advance for the first user of that kind; a second call does
// nothing.
void prefork(const WorkerKind& kind);
// The build of its emulators (core/base/build_id.h); starts one for this if there is none. Empty on failure.
std::string identityOf(const WorkerKind& kind);
// Empty if it executes firmware, which is tried once; otherwise the reason.
std::string whyNot(const WorkerKind& kind);
// Ends unused processes.
void endPreforked();

class Emulator {
public:
  using Start = std::function<Result<std::unique_ptr<EmulatorProcess>>()>;

  // load, with its values: the first message to a new process. start: how to start one; empty: the default of its kind.
  Emulator(const WorkerKind& kind, protocol::Message load, std::function<protocol::Writer()> values, Start start = {})
      : kind_(kind), load_(load), values_(std::move(values)), start_(std::move(start)) {}

  // Before a run: its idle timeout.
  void setIdleTimeout(std::chrono::milliseconds idleTimeout) { idleTimeout_ = idleTimeout; }

  // One run of `model`, with a limit of instructions. If there is no answer, or an impossible one for the
  // model, the result's `failure` gives the reason; then only the events of that run are known.
  template <typename Result>
  Result run(protocol::Message message, const protocol::Writer& request, const model::ModelInfo& model,
             std::uint64_t instructions, const protocol::MachineEvents& events, const std::atomic<bool>& cancelled) {
    Result result;
    MessageCheck check(model);
    const auto readResult = [&](const protocol::Received& done) {
      return done.read(mapped_, result) && check.allows(mapped_) && check.allows(result);
    };
    std::string failure = perform(message, request, instructions, {check, events, cancelled, readResult});
    if (failure.empty()) {
      if (kind_.endsAfterFailure && !result.failure.empty()) end();
      return result;
    }
    Result failed;
    failed.failure = std::move(failure);
    return failed;
  }

  // The next run starts another process.
  void end();

  // The machine's memory during or after a run; empty if it is not mapped.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) const;
  // Of an image: the address of a tensor's bytes during or after a run; 0 if unknown.
  std::uint32_t tensorAddress(std::size_t subgraph, std::size_t tensor);

private:
  // Events of a run.
  struct Conversation {
    MessageCheck& check;
    const protocol::MachineEvents& events;
    const std::atomic<bool>& cancelled;
    const std::function<bool(const protocol::Received&)>& readResult;
  };

  std::string perform(protocol::Message message, const protocol::Writer& request, std::uint64_t instructions,
                      const Conversation& run);
  std::string begin(protocol::Message message, const protocol::Writer& request);
  // Until the run is finished. False: there was an invalid message, or none.
  bool converse(const Conversation& run);
  bool answer(const protocol::Received& received, const Conversation& run);

  const WorkerKind& kind_;
  protocol::Message load_;
  std::function<protocol::Writer()> values_;
  Start start_;
  std::chrono::milliseconds idleTimeout_ = kIdleTimeout;
  std::unique_ptr<EmulatorProcess> process_;
  protocol::Mapped mapped_;
};

} // namespace arenascope::client
