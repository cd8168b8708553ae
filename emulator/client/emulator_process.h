// A worker process (emulator/worker, emulator/qemu): started here, spoken to, and ended with this object. What
// goes wrong in it stays in it: whoever runs something gets a sentence instead of an answer.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/child_process.h"
#include "core/base/result.h"
#include "emulator/client/worker_kind.h"
#include "emulator/protocol/channel.h"
#include "emulator/protocol/guest_file.h"

namespace arenascope::client {

// How long an emulator may do nothing in a run before it is taken for one that hangs.
inline constexpr std::chrono::milliseconds kIdleTimeout = std::chrono::seconds(60);

class EmulatorProcess {
public:
  // Fails where the program is missing or of another version, or this computer cannot start it.
  static Result<std::unique_ptr<EmulatorProcess>> start(const WorkerKind& kind);
  // A child that has been started, and our end of the channel to it; both are this object's from now on.
  EmulatorProcess(ChildProcess child, int descriptor, protocol::GuestFile memory)
      : child_(std::move(child)), descriptor_(descriptor), memory_(std::move(memory)), channel_(descriptor) {}
  ~EmulatorProcess();
  EmulatorProcess(const EmulatorProcess&) = delete;
  EmulatorProcess& operator=(const EmulatorProcess&) = delete;

  pid_t id() const { return child_.id(); } // 0 once it has ended
  protocol::Channel& channel() { return channel_; }
  const protocol::GuestFile& memory() const { return memory_; }
  // What it says first. Fails where it says nothing, or is of another version.
  Result<protocol::Greeting> greeting();

  // From now on it may use the processor for so long, and is ended by the kernel then.
  void limitTime(std::chrono::seconds most) const { child_.limitProcessorTime(most); }

  // The next message of a run; cancelling is passed on. Nothing where there will be none: howItEnded() says why.
  std::optional<protocol::Received> receive(const std::atomic<bool>& cancelled, std::chrono::milliseconds idleTimeout);
  // Ends it, if it is still there, and says how it ended.
  std::string howItEnded();

private:
  ChildProcess child_;
  int descriptor_;
  protocol::GuestFile memory_;
  protocol::Channel channel_;
  std::optional<protocol::Greeting> greeting_; // once it was looked at
  std::string why_;                            // it was ended
};

} // namespace arenascope::client
