// An application as people write it: clock, serial port, model in flash, inference after inference. What it does is
// chosen when it is compiled.
#include "tensorflow/lite/micro/micro_interpreter.h"
#include "tensorflow/lite/micro/micro_mutable_op_resolver.h"

#ifndef ARENA_BYTES
#define ARENA_BYTES 2000
#endif

extern "C" const unsigned char g_model[];

namespace {

volatile std::uint32_t& port(std::uint32_t address) { return *reinterpret_cast<volatile std::uint32_t*>(address); }

// Waits for the oscillator, and for its being the clock's source.
void setUpClock() {
  port(0x40023800) |= 1;
  while ((port(0x40023800) & 2) == 0) {
  }
  port(0x40023808) = 2;
  while ((port(0x40023808) & 0xC) != 8) {
  }
}

void print(const char* text) {
  for (; *text != 0; ++text) {
    while ((port(0x40011000) & 0x80) == 0) {
    }
    port(0x40011004) = static_cast<unsigned char>(*text);
  }
}

void print(std::uint32_t number) {
  char digits[12] = {};
  int at = 11;
  do digits[--at] = static_cast<char>('0' + number % 10);
  while ((number /= 10) != 0);
  print(digits + at);
}

alignas(16) std::uint8_t arena[ARENA_BYTES];

} // namespace

int main() {
  setUpClock();
#ifdef WAITS_FOR_EVER
  while (port(0x40020010) != 0x12345678) {
  }
#endif
  static tflite::MicroMutableOpResolver<4> resolver;
#ifndef WITHOUT_OPERATOR
  resolver.AddFullyConnected();
#endif
  resolver.AddReshape();
  static tflite::MicroInterpreter interpreter(tflite::GetModel(g_model), resolver, arena, sizeof(arena));
  if (interpreter.AllocateTensors() != kTfLiteOk) {
    print("AllocateTensors() failed\n");
    for (;;) {
    }
  }
  print("used ");
  print(static_cast<std::uint32_t>(interpreter.arena_used_bytes()));
  print("\n");
#ifdef WAITS_FOR_SENSOR
  for (;;) (void)port(0x40012010);
#endif
  for (std::uint8_t round = 0;; ++round) {
    *static_cast<std::uint8_t*>(interpreter.input()->data) = round;
    if (interpreter.Invoke() != kTfLiteOk) print("Invoke() failed\n");
    print("output ");
    print(*static_cast<std::uint8_t*>(interpreter.output()->data));
    print("\n");
  }
}
