// From reset to main(). The host has already loaded all sections and set the stack pointer.
#include <cstdint>

#include "emulator/firmware/mailbox.h"

extern "C" {
extern std::uint32_t _bssStart;
extern std::uint32_t _bssEnd;
extern std::uint32_t _tlsStart;
int main();

#ifdef ARENASCOPE_TELLS_REGISTERS
[[noreturn]] void arenascope_exit(); // mps3_boot.cc
#else
// The host stops the machine here.
[[noreturn, gnu::noinline, gnu::used]] void arenascope_exit() {
  for (;;) asm volatile("");
}
#endif

[[noreturn]] void abort();
// Called by the C libraries' assert() on failure.
[[noreturn]] void __assert_func(const char* file, int line, const char* function, const char* expression);
[[noreturn]] void __assert_no_args();
[[noreturn, gnu::section(".reset"), gnu::used]] void resetHandler();
}

[[gnu::section(".mailbox"), gnu::used]] arenascope::firmware::Mailbox arenascope_mailbox;

void abort() {
  arenascope_mailbox.outcome = arenascope::firmware::Outcome::kAborted;
  arenascope_exit();
}

void __assert_func(const char* /*file*/, int /*line*/, const char* /*function*/, const char* /*expression*/) {
  abort();
}

void __assert_no_args() { abort(); }

void resetHandler() {
  for (std::uint32_t* word = &_bssStart; word < &_bssEnd; ++word) *word = 0;
#ifdef __ARM_FP
  // Coprocessor access control: full access to the floating-point unit.
  *reinterpret_cast<volatile std::uint32_t*>(0xE000ED88) |= 0xFU << 20;
  asm volatile("dsb\n isb");
#endif
#ifdef __riscv
  asm volatile("mv tp, %0" ::"r"(&_tlsStart)); // thread pointer of the only thread
#endif
#ifdef __riscv_flen
  asm volatile("csrs mstatus, %0" ::"r"(1U << 13)); // enables the floating-point unit
#endif
  (void)main();
  arenascope_exit();
}
