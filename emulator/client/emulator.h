// An emulator that something has been loaded into. It is started when the first run needs it, and again when it has
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

// Starts a process for whoever needs the first one of that kind, while that is being prepared; a second call does
// nothing.
void prefork(const WorkerKind& kind);
// What its emulators are (core/base/build_id.h): one is started for that where none has been. Empty where that fails.
std::string identityOf(const WorkerKind& kind);
// Empty where it executes firmware, which is tried once; otherwise why it does not.
std::string whyNot(const WorkerKind& kind);
// Ends those that nobody has needed.
void endPreforked();

class Emulator {
public:
  using Start = std::function<Result<std::unique_ptr<EmulatorProcess>>()>;

  // load, with its values: the first message to a new process. start: how to start one; empty: as its kind is started.
  Emulator(const WorkerKind& kind, protocol::Message load, std::function<protocol::Writer()> values, Start start = {})
      : kind_(kind), load_(load), values_(std::move(values)), start_(std::move(start)) {}

  // Before a run: how long it may do nothing.
  void setIdleTimeout(std::chrono::milliseconds idleTimeout) { idleTimeout_ = idleTimeout; }

  // One run of `model`, of at most so many instructions. Where there is no answer, or one that cannot be true of the
  // model, the result's `failure` says why; nothing of that run is known then but its events.
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

  // The machine's memory while a run goes on or after it; empty where nothing is mapped.
  std::span<std::uint8_t> memory(std::uint64_t address, std::uint64_t bytes) const;
  // Of an image, likewise: where a tensor's bytes are; 0 where nobody has said.
  std::uint32_t tensorAddress(std::size_t subgraph, std::size_t tensor);

private:
  // What goes on in a run.
  struct Conversation {
    MessageCheck& check;
    const protocol::MachineEvents& events;
    const std::atomic<bool>& cancelled;
    const std::function<bool(const protocol::Received&)>& readResult;
  };

  std::string perform(protocol::Message message, const protocol::Writer& request, std::uint64_t instructions,
                      const Conversation& run);
  std::string begin(protocol::Message message, const protocol::Writer& request);
  // Until the run is done. False: there was a message that makes no sense, or none.
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
