// Code from reset to main(), and functions that a library expects from its platform. Weak, so that a library's own win.
#include <stddef.h>
#include <stdint.h>

extern "C" {

extern uint32_t _stackTop, _dataLoad, _dataBegin, _dataEnd, _bssBegin, _bssEnd;
extern void (*_initBegin[])();
extern void (*_initEnd[])();
int main();

[[noreturn, gnu::noinline, gnu::used]] void arenascope_exit() {
  for (;;) asm volatile("");
}

[[noreturn, gnu::used]] void resetHandler() {
#ifdef __ARM_FP
  // Coprocessor access control: full access to the floating-point unit.
  *reinterpret_cast<volatile uint32_t*>(0xE000ED88) |= 0xFU << 20;
  asm volatile("dsb\n isb");
#endif
  for (uint32_t *from = &_dataLoad, *to = &_dataBegin; to < &_dataEnd;) *to++ = *from++;
  for (uint32_t* word = &_bssBegin; word < &_bssEnd; ++word) *word = 0;
  for (auto function = _initBegin; function < _initEnd; ++function) (*function)();
  (void)main();
  arenascope_exit();
}

struct Vectors {
  uint32_t* stack;
  void (*handlers[15])();
};
[[gnu::section(".vectors"), gnu::used]] const Vectors kVectors = {&_stackTop, {resetHandler}};

// The host reads the text at each call. Since 2023 the second argument is a va_list.
[[gnu::weak, gnu::noinline]] void DebugLog(const char* format, const void* arguments) {
  asm volatile("" ::"r"(format), "r"(arguments) : "memory");
}
[[gnu::weak]] int DebugVsnprintf(char* /*buffer*/, size_t /*bytes*/, const char* /*format*/,
                                 const void* /*arguments*/) {
  return 0;
}

[[gnu::weak, noreturn]] void _exit(int /*status*/) { arenascope_exit(); }
[[gnu::weak, noreturn]] void abort() { arenascope_exit(); }
[[gnu::weak]] void* _sbrk(int /*bytes*/) { return reinterpret_cast<void*>(-1); }
[[gnu::weak]] int _write(int /*file*/, const char* /*text*/, int bytes) { return bytes; }
[[gnu::weak]] int _read(int /*file*/, char* /*text*/, int /*bytes*/) { return 0; }
[[gnu::weak]] int _close(int /*file*/) { return -1; }
[[gnu::weak]] int _lseek(int /*file*/, int /*offset*/, int /*from*/) { return 0; }
[[gnu::weak]] int _fstat(int /*file*/, void* /*status*/) { return -1; }
[[gnu::weak]] int _isatty(int /*file*/) { return 1; }
[[gnu::weak]] int _kill(int /*process*/, int /*signal*/) { return -1; }
[[gnu::weak]] int _getpid() { return 1; }
[[gnu::weak]] int __aeabi_atexit(void* /*object*/, void (* /*destructor*/)(void*), void* /*handle*/) { return 0; }
[[gnu::weak]] void* __dso_handle = nullptr;
}

[[gnu::weak]] void operator delete(void* /*memory*/) noexcept {}
[[gnu::weak]] void operator delete(void* /*memory*/, size_t /*bytes*/) noexcept {}

namespace tflite {
[[gnu::weak]] uint32_t ticks_per_second() { return 0; }
[[gnu::weak]] uint32_t GetCurrentTimeTicks() { return 0; }
} // namespace tflite
