#include "emulator/runners/interruption.h"

#include <pthread.h>
#include <signal.h>

#include <chrono>

namespace arenascope::runners {

namespace {

constexpr int kSignal = SIGURG; // ignored where nobody waits for it
constexpr auto kLook = std::chrono::milliseconds(20);
thread_local Interruption* current = nullptr;

} // namespace

void Interruption::onSignal(int /*signal*/) {
  if (current != nullptr && current->inKernel_) siglongjmp(current->place_, 1);
}

Interruption::Interruption(engine::RunControl& control)
    : watcher_(kLook, [&control, runner = pthread_self()] {
        if (control.cancelled) pthread_kill(runner, kSignal);
      }) {
  static const bool installed = [] {
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    return sigaction(kSignal, &action, nullptr) == 0;
  }();
  (void)installed;
  current = this;
}

Interruption::~Interruption() { current = nullptr; }

InKernel::InKernel(bool inside) : before_(current != nullptr && current->inKernel_) {
  if (current != nullptr) current->inKernel_ = inside;
}

InKernel::~InKernel() {
  if (current != nullptr) current->inKernel_ = before_;
}

} // namespace arenascope::runners
