// Child processes, and how they end.
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

// Destruction kills the process.
class ChildProcess {
public:
  struct Options {
    std::vector<std::string> command;          // program, found as a shell would, and its arguments
    std::filesystem::path input = "/dev/null"; // its standard input
    std::filesystem::path log = "/dev/null";   // receives its output
    std::filesystem::path errors;              // receives its standard error instead of the log; empty: the log does
    bool keepsErrors = false;                  // except for standard error, which it shares with us
    std::vector<int> descriptors;              // its descriptors 3, 4 and so on; it gets no others
    bool ownGroup = false;                     // not interrupted by a terminal's keys
  };
  // The error is the system's.
  static Result<ChildProcess> start(const Options& options);
  // Takes over a process that is running.
  explicit ChildProcess(pid_t id) : id_(id) {}
  ~ChildProcess() { kill(); }
  ChildProcess(ChildProcess&& other) noexcept : id_(std::exchange(other.id_, 0)), status_(other.status_) {}
  ChildProcess& operator=(ChildProcess&&) = delete;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return id_; } // 0 once its end is known
  bool hasEnded();                 // does not block
  void wait();
  void kill();
  bool succeeded() const { return status_ == 0; } // ended with exit status 0
  // "status 1", "signal 9 (Killed)"; empty until its end is known.
  std::string howItEnded() const;
  // Limits its processor time from now on; the kernel ends it then.
  void limitProcessorTime(std::chrono::seconds most) const;

private:
  void waitWith(int options);

  pid_t id_;
  std::optional<int> status_{}; // from waitpid()
};

} // namespace arenascope
