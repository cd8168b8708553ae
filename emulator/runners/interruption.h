// Ends a kernel that runs on this computer itself and does not come back in time: an emulated one can be stopped
// between any two instructions, one on the host only by leaving it from a signal. Kernels are freestanding code without
// a heap or locks, so that nothing is left behind.
#pragma once

#include <csetjmp>
#include <thread>

#include "core/interpreter/runtime/status.h"
#include "emulator/engine/runner.h"

namespace arenascope::runners {

// Of the thread that makes it, which has no other. While it exists, cancelling `control` ends the call of run() below,
// wherever a kernel is.
class Interruption {
public:
  explicit Interruption(engine::RunControl& control);
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  // What function() answers, or kError where it was left. Nothing in function() may need its destructor.
  template <typename Function>
  runtime::Status run(Function function) {
    if (sigsetjmp(place_, 1) != 0) return runtime::Status::kError;
    return function();
  }

private:
  friend class InKernel;
  static void onSignal(int signal);

  sigjmp_buf place_;
  volatile bool inKernel_ = false;
  std::jthread watcher_;
};

// A stretch of the current thread's run that may be left (`inside`), or one in it that must not be.
class InKernel {
public:
  explicit InKernel(bool inside);
  ~InKernel();
  InKernel(const InKernel&) = delete;
  InKernel& operator=(const InKernel&) = delete;

private:
  bool before_;
};

} // namespace arenascope::runners
