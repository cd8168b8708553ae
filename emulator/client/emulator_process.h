// A worker process (emulator/worker, emulator/qemu): started here, connected, and ended with this object. A
// failure stays inside the process: the user of a run gets an error message.
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

// Idle timeout of an emulator in a run.
inline constexpr std::chrono::milliseconds kIdleTimeout = std::chrono::seconds(60);

class EmulatorProcess {
public:
  // Errors: the program is missing or has another version, or this computer cannot start it.
  static Result<std::unique_ptr<EmulatorProcess>> start(const WorkerKind& kind);
  // A started child, and our end of the channel to it; this object owns both.
  EmulatorProcess(ChildProcess child, int descriptor, protocol::GuestFile memory)
      : child_(std::move(child)), descriptor_(descriptor), memory_(std::move(memory)), channel_(descriptor) {}
  ~EmulatorProcess();
  EmulatorProcess(const EmulatorProcess&) = delete;
  EmulatorProcess& operator=(const EmulatorProcess&) = delete;

  pid_t id() const { return child_.id(); } // 0 once it has ended
  protocol::Channel& channel() { return channel_; }
  const protocol::GuestFile& memory() const { return memory_; }
  // Its first message. Errors: none, or another version.
  Result<protocol::Greeting> greeting();

  // Limits its processor time from now on; then the kernel ends it.
  void limitTime(std::chrono::seconds most) const { child_.limitProcessorTime(most); }

  // The next message of a run; cancelling is passed on. Absent if there will be none: see howItEnded().
  std::optional<protocol::Received> receive(const std::atomic<bool>& cancelled, std::chrono::milliseconds idleTimeout);
  // Ends it, if it is still running, and describes its end.
  std::string howItEnded();

private:
  ChildProcess child_;
  int descriptor_;
  protocol::GuestFile memory_;
  protocol::Channel channel_;
  std::optional<protocol::Greeting> greeting_; // once it has been read
  std::string why_;                            // the reason of its end
};

} // namespace arenascope::client
