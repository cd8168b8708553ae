// Ends a kernel on this computer that does not return in time: an emulated one can be stopped
// between any two instructions, one on the host only by leaving it from a signal. Kernels are freestanding code without
// a heap or locks, so nothing is left behind.
#pragma once

#include <csetjmp>

#include "core/base/periodic_task.h"
#include "core/interpreter/runtime/status.h"
#include "emulator/engine/runner.h"

namespace arenascope::runners {

// For the current thread, one at a time. While it exists, cancelling `control` ends the call of run() below,
// wherever the kernel is.
class Interruption {
public:
  explicit Interruption(engine::RunControl& control);
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  // The result of function(), or kError if it was left. No object in function() may need its destructor.
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
  PeriodicTask watcher_;
};

// A part of the current thread's run that may be left (`inside`), or a part of it that must not be left.
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
