// Programs that this one starts, and how they end.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace arenascope {

// The object's end is the program's.
class ChildProcess {
public:
  struct Options {
    std::vector<std::string> command;        // the program, found as a shell would, and its arguments
    std::filesystem::path log = "/dev/null"; // what it prints goes there
    bool keepsErrors = false;                // but its errors, which go where ours go
    std::vector<int> descriptors;            // it has them as 3, 4 and so on, and no others
    bool ownGroup = false;                   // a terminal's keys do not interrupt it
  };
  // Its standard input is empty. The error is the system's: why there is none.
  static Result<ChildProcess> start(const Options& options);
  // One that has been started already.
  explicit ChildProcess(pid_t id) : id_(id) {}
  ~ChildProcess() { kill(); }
  ChildProcess(ChildProcess&& other) noexcept : id_(std::exchange(other.id_, 0)), status_(other.status_) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return id_; } // 0 once its end is known
  bool hasEnded();                 // does not wait
  void wait();
  void kill();
  bool succeeded() const { return status_ == 0; } // it has ended with exit status 0
  // "status 1", "signal 9 (Killed)"; empty before its end is known.
  std::string howItEnded() const;
  // From now on it may use the processor for so long, and is ended by the kernel then.
  void limitProcessorTime(std::chrono::seconds most) const;

private:
  void waitWith(int options);

  pid_t id_;
  std::optional<int> status_{}; // as waitpid() gives it
};

} // namespace arenascope
