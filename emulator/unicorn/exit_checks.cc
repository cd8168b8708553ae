#include "emulator/unicorn/exit_checks.h"

namespace arenascope::unicorn {

namespace {

thread_local void* requested = nullptr;

} // namespace

void beginAccess() { requested = nullptr; }

void* endRequested() { return requested; }

} // namespace arenascope::unicorn

#ifdef ARENASCOPE_UNICORN_TUNED
extern "C" {
// Redirected by the linker: asks translated code to end before the next block.
void __real_cpu_exit(void* cpu);
void __wrap_cpu_exit(void* cpu) {
  arenascope::unicorn::requested = cpu;
  __real_cpu_exit(cpu);
}

// Instead of Unicorn's function that translates a check.
void arenascope_translate_no_check(void* /*context*/) {}
}
#endif
