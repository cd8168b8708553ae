// Code before the reset handler and after the run for QEMU's MPS3, where the host cannot set registers.
#include <cstdint>

extern "C" {

void arenascope_fault();          // told_registers.cc
[[noreturn]] void resetHandler(); // startup.cc
[[noreturn]] void arenascope_exit();
[[noreturn]] void arenascope_boot();
[[noreturn, gnu::used]] void arenascope_begin();

// By exception number; the address has to be a multiple of a power of two.
alignas(128) extern void (*const arenascope_vectors[])();
void (*const arenascope_vectors[])() = {nullptr,          nullptr,          arenascope_fault, arenascope_fault,
                                        arenascope_fault, arenascope_fault, arenascope_fault, arenascope_fault};

[[gnu::naked, gnu::section(".reset"), gnu::used]] void arenascope_boot() {
  asm volatile("ldr r0, =_stackTop\n mov sp, r0\n b arenascope_begin\n .ltorg");
}

void arenascope_begin() {
  // Vector table offset register.
  *reinterpret_cast<volatile std::uintptr_t*>(0xE000ED08) = reinterpret_cast<std::uintptr_t>(arenascope_vectors);
  resetHandler();
}

// The host waits here for the next run.
[[gnu::naked, gnu::used]] void arenascope_exit() { asm volatile("ldr r0, =_hostWaits + 1\n bx r0\n .ltorg"); }
}
