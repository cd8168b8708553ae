// A typical application: clock, serial port, model in flash, repeated inferences. Variants are chosen at compile time.
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

#ifdef RP2040
constexpr std::uint32_t kSingleCycle = 0xD0000000;

void push(std::uint32_t word) {
  while ((port(kSingleCycle + 0x50) & 2) == 0) {
  }
  port(kSingleCycle + 0x54) = word;
}

std::uint32_t pop() {
  while ((port(kSingleCycle + 0x50) & 1) == 0) asm volatile("wfe");
  return port(kSingleCycle + 0x58);
}

alignas(8) std::uint32_t otherStack[64];

// Of the other core: takes numbers and gives their doubles.
void secondCore() {
  for (;;) push(2 * pop());
}

std::uint32_t half(std::uint32_t address) {
  asm volatile("" : "+r"(address)); // the compiler expects nothing below its smallest page
  return *reinterpret_cast<volatile std::uint16_t*>(address);
}

// What programs for this chip use before and between inferences: its boot ROM, its divider and its other core.
void useChip() {
  using LookUp = std::uint32_t (*)(std::uint32_t table, std::uint32_t letters);
  const auto lookUp = reinterpret_cast<LookUp>(half(0x18));
  const auto copy = reinterpret_cast<void* (*)(void*, const void*, std::uint32_t)>(lookUp(half(0x14), 'M' | 'C' << 8));
  char text[12] = {};
  copy(text + 1, "copied ", 7);
  print(text + 1);
  const auto* floats = reinterpret_cast<const std::uint32_t*>(lookUp(half(0x16), 'S' | 'F' << 8));
  const auto divide = reinterpret_cast<float (*)(float, float)>(floats[3]);
  const auto toInteger = reinterpret_cast<std::int32_t (*)(float)>(floats[7]);
  print(static_cast<std::uint32_t>(toInteger(divide(-21.0F, 2.0F)) + 100));
  port(kSingleCycle + 0x68) = static_cast<std::uint32_t>(-7);
  port(kSingleCycle + 0x6C) = 2;
  print(" ");
  print(port(kSingleCycle + 0x74) + 10);
  print(" ");
  for (int round = 0; round < 2; ++round) { // it can be reset and begin again
    port(0x40012004) = 1U << 16;
    port(0x40013004) = 1U << 16;
    (void)pop();
    for (const std::uint32_t word :
         {std::uint32_t{0}, std::uint32_t{0}, std::uint32_t{1}, std::uint32_t{0x10000100},
          reinterpret_cast<std::uint32_t>(otherStack + 64), reinterpret_cast<std::uint32_t>(&secondCore)}) {
      push(word);
      if (pop() != word) print("no echo ");
    }
    push(20 + static_cast<std::uint32_t>(round));
    print(pop());
    print(" ");
  }
}
#endif

} // namespace

int main() {
  setUpClock();
#ifdef RP2040
  useChip();
#endif
#ifdef READS_VECTORS
  // As an operating system finds the stack that it started with, and code that takes flash to be at 0 as well.
  std::uint32_t zero = 0;
  asm volatile("" : "+r"(zero));
  print(port(port(0xE000ED08)) == port(zero) && port(zero) == port(0x08000000) ? "vectors " : "no vectors ");
#endif
#ifdef WAITS_FOR_EVER
  while (port(0x40020010) != 0x12345678) {
  }
#endif
  static tflite::MicroMutableOpResolver<4> resolver;
#ifndef WITHOUT_OPERATOR
  resolver.AddFullyConnected();
#endif
  resolver.AddReshape();
#ifdef TWO_INTERPRETERS
  alignas(16) static std::uint8_t otherArena[1600];
  static tflite::MicroInterpreter other(tflite::GetModel(g_model), resolver, otherArena, sizeof(otherArena));
  other.AllocateTensors();
#endif
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
