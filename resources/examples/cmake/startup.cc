// Start-up of a Cortex-M: its vector table, and memory as C++ expects it.
#include <algorithm>
#include <cstdint>

extern "C" {
extern std::uint32_t __stack_top[], __data_load[], __data_start[], __data_end[], __bss_start[], __bss_end[];
extern void (*__init_array_start[])();
extern void (*__init_array_end[])();
int main();

[[noreturn]] void Reset_Handler() {
  std::copy(__data_load, __data_load + (__data_end - __data_start), __data_start);
  std::fill(__bss_start, __bss_end, 0);
  std::for_each(__init_array_start, __init_array_end, [](void (*construct)()) { construct(); });
  main();
  for (;;) {
  }
}

[[noreturn]] void Stop_Handler() {
  for (;;) {
  }
}
}

namespace {

struct Vectors {
  const void* stack;
  void (*handlers[15])();
};
[[gnu::section(".vectors"), gnu::used]] const Vectors vectors = {
    __stack_top,
    {Reset_Handler, Stop_Handler, Stop_Handler, Stop_Handler, Stop_Handler, Stop_Handler, Stop_Handler, Stop_Handler,
     Stop_Handler, Stop_Handler, Stop_Handler, Stop_Handler, Stop_Handler, Stop_Handler, Stop_Handler}};

} // namespace
