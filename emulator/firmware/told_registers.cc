#include "emulator/firmware/told_registers.h"

#include "emulator/firmware/mailbox.h"

// Entry points of watched functions: they store arguments, stack pointer and return address, and continue with the
// function itself in main.cc. A branch precedes each block that the engine observes.
extern "C" {

extern arenascope::firmware::ToldRegisters arenascope_registers;
[[gnu::section(".mailbox"), gnu::used]] arenascope::firmware::ToldRegisters arenascope_registers;

#define ARENASCOPE_TELLS(function, ...)                                                                                \
  [[gnu::naked, gnu::used]] void function() {                                                                          \
    asm volatile("push {r4, lr}\n"                                                                                     \
                 "ldr ip, =arenascope_registers\n"                                                                     \
                 "stm ip, {r0-r3}\n"                                                                                   \
                 "ldr lr, =" #function "_left\n"                                                                       \
                 "str sp, [ip, #16]\n"                                                                                 \
                 "str lr, [ip, #20]\n"                                                                                 \
                 "b " #function "_told\n"                                                                              \
                 ".type " #function "_told, %function\n"                                                               \
                 ".global " #function "_told\n" #function "_told:\n" __VA_ARGS__ "ldr ip, =arenascope_registers\n"     \
                 "str r0, [ip]\n"                                                                                      \
                 "str sp, [ip, #16]\n"                                                                                 \
                 "b " #function "_left\n"                                                                              \
                 ".type " #function "_left, %function\n" #function "_left: pop {r4, pc}\n"                             \
                 ".ltorg\n");                                                                                          \
  }

ARENASCOPE_TELLS(arenascope_trace_event, )
ARENASCOPE_TELLS(arenascope_create, "bl arenascope_create_here\n")
ARENASCOPE_TELLS(arenascope_allocate, "bl arenascope_allocate_here\n")
ARENASCOPE_TELLS(arenascope_invoke, "bl arenascope_invoke_here\n")
// Drops the first argument: the kernel gets those after it.
ARENASCOPE_TELLS(arenascope_call_kernel, "mov ip, r0\n mov r0, r1\n mov r1, r2\n blx ip\n")

// Stores the interrupted registers, which the processor has pushed.
[[gnu::naked, gnu::used]] void arenascope_fault() {
  asm volatile("ldr ip, =arenascope_registers\n"
               "ldr r0, [sp, #20]\n"
               "str r0, [ip, #20]\n"
               "ldr r0, [sp, #24]\n"
               "str r0, [ip, #24]\n"
               "b arenascope_faulted\n"
               ".type arenascope_faulted, %function\n"
               ".global arenascope_faulted\n"
               "arenascope_faulted: b arenascope_faulted\n"
               ".ltorg\n");
}
}
