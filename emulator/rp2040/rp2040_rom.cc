// A stand-in for the RP2040's boot ROM, so that programs of its SDK run without the chip's own. They look functions up
// by two letters in tables at fixed addresses (RP2040 datasheet, 2.8.3): copying, bit operations, and floating-point
// arithmetic. Ours are compiled C++: results follow IEEE 754, cycles differ from the chip's.
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

// Newlib's functions without the wrappers that set errno: a ROM has no variables.
extern "C" {
float __ieee754_sqrtf(float);
float __ieee754_expf(float);
float __ieee754_logf(float);
float __ieee754_atan2f(float, float);
double __ieee754_sqrt(double);
double __ieee754_exp(double);
double __ieee754_log(double);
double __ieee754_atan2(double, double);
float sinf(float);
float cosf(float);
float tanf(float);
double sin(double);
double cos(double);
double tan(double);
}

namespace {

// 2^exponent, within the range of one factor.
template <typename Float>
Float power(int exponent) {
  constexpr int kBias = std::numeric_limits<Float>::max_exponent - 1;
  constexpr int kFraction = std::numeric_limits<Float>::digits - 1;
  using Bits = std::conditional_t<sizeof(Float) == 4, std::uint32_t, std::uint64_t>;
  const int field = exponent < 1 - kBias ? 1 : exponent > kBias ? 2 * kBias : exponent + kBias;
  return std::bit_cast<Float>(static_cast<Bits>(field) << kFraction);
}

// Rounded down, and clamped to the integer's range.
template <typename Integer, typename Float>
Integer rounded(Float value) {
  constexpr auto kLowest = std::numeric_limits<Integer>::min();
  constexpr auto kHighest = std::numeric_limits<Integer>::max();
  if (!(value > static_cast<Float>(kLowest))) return kLowest;
  if (value >= static_cast<Float>(kHighest)) return kHighest;
  const auto integer = static_cast<Integer>(value);
  return static_cast<Float>(integer) > value ? integer - 1 : integer;
}

} // namespace

extern "C" {

std::uint32_t romPopulation(std::uint32_t bits) { return static_cast<std::uint32_t>(std::popcount(bits)); }
std::uint32_t romLeadingZeros(std::uint32_t bits) { return static_cast<std::uint32_t>(std::countl_zero(bits)); }
std::uint32_t romTrailingZeros(std::uint32_t bits) { return static_cast<std::uint32_t>(std::countr_zero(bits)); }
std::uint32_t romReverse(std::uint32_t bits) {
  std::uint32_t reversed = 0;
  for (int i = 0; i < 32; ++i) reversed = reversed << 1 | (bits >> i & 1);
  return reversed;
}

void* romFill(void* target, int value, std::uint32_t bytes) {
  auto* to = static_cast<std::uint8_t*>(target);
  const std::uint32_t word = static_cast<std::uint8_t>(value) * 0x01010101U;
  for (; bytes > 0 && reinterpret_cast<std::uintptr_t>(to) % 4 != 0; --bytes) *to++ = static_cast<std::uint8_t>(value);
  for (; bytes >= 4; bytes -= 4, to += 4) *reinterpret_cast<std::uint32_t*>(to) = word;
  for (; bytes > 0; --bytes) *to++ = static_cast<std::uint8_t>(value);
  return target;
}

void* romCopy(void* target, const void* source, std::uint32_t bytes) {
  auto* to = static_cast<std::uint8_t*>(target);
  const auto* from = static_cast<const std::uint8_t*>(source);
  if ((reinterpret_cast<std::uintptr_t>(to) ^ reinterpret_cast<std::uintptr_t>(from)) % 4 == 0) {
    for (; bytes > 0 && reinterpret_cast<std::uintptr_t>(to) % 4 != 0; --bytes) *to++ = *from++;
    for (; bytes >= 4; bytes -= 4, to += 4, from += 4)
      *reinterpret_cast<std::uint32_t*>(to) = *reinterpret_cast<const std::uint32_t*>(from);
  }
  for (; bytes > 0; --bytes) *to++ = *from++;
  return target;
}

// Functions for the flash chip, which is always readable here.
void romNothing() {}

} // extern "C"

// Functions in the order of both tables of arithmetic (RP2040 datasheet, 2.8.3.2.1).
#define ARENASCOPE_ARITHMETIC(F, name, other, otherType, suffix)                                                       \
  extern "C" {                                                                                                         \
  F name##Add(F a, F b) { return a + b; }                                                                              \
  F name##Subtract(F a, F b) { return a - b; }                                                                         \
  F name##Multiply(F a, F b) { return a * b; }                                                                         \
  F name##Divide(F a, F b) { return a / b; }                                                                           \
  int name##Compare(F a, F b) { return a < b ? -1 : a > b ? 1 : 0; }                                                   \
  std::int32_t name##ToInt(F a) { return rounded<std::int32_t>(a); }                                                   \
  std::int32_t name##ToFix(F a, int e) { return rounded<std::int32_t>(a * power<F>(e)); }                              \
  std::uint32_t name##ToUint(F a) { return rounded<std::uint32_t>(a); }                                                \
  std::uint32_t name##ToUfix(F a, int e) { return rounded<std::uint32_t>(a * power<F>(e)); }                           \
  F name##FromInt(std::int32_t a) { return static_cast<F>(a); }                                                        \
  F name##FromFix(std::int32_t a, int e) { return static_cast<F>(a) * power<F>(-e); }                                  \
  F name##FromUint(std::uint32_t a) { return static_cast<F>(a); }                                                      \
  F name##FromUfix(std::uint32_t a, int e) { return static_cast<F>(a) * power<F>(-e); }                                \
  F name##FromInt64(std::int64_t a) { return static_cast<F>(a); }                                                      \
  F name##FromFix64(std::int64_t a, int e) { return static_cast<F>(a) * power<F>(-e); }                                \
  F name##FromUint64(std::uint64_t a) { return static_cast<F>(a); }                                                    \
  F name##FromUfix64(std::uint64_t a, int e) { return static_cast<F>(a) * power<F>(-e); }                              \
  std::int64_t name##ToInt64(F a) { return rounded<std::int64_t>(a); }                                                 \
  std::int64_t name##ToFix64(F a, int e) { return rounded<std::int64_t>(a * power<F>(e)); }                            \
  std::uint64_t name##ToUint64(F a) { return rounded<std::uint64_t>(a); }                                              \
  std::uint64_t name##ToUfix64(F a, int e) { return rounded<std::uint64_t>(a * power<F>(e)); }                         \
  F name##Root(F a) { return __ieee754_sqrt##suffix(a); }                                                              \
  F name##Cosine(F a) { return cos##suffix(a); }                                                                       \
  F name##Sine(F a) { return sin##suffix(a); }                                                                         \
  F name##Tangent(F a) { return tan##suffix(a); }                                                                      \
  F name##Exponential(F a) { return __ieee754_exp##suffix(a); }                                                        \
  F name##Logarithm(F a) { return __ieee754_log##suffix(a); }                                                          \
  F name##Angle(F a, F b) { return __ieee754_atan2##suffix(a, b); }                                                    \
  otherType name##To##other(F a) { return static_cast<otherType>(a); }                                                 \
  }                                                                                                                    \
  /* Unsigned, so that the carry tells who is the smaller one as well. */                                              \
  asm(".syntax unified\n.thumb_func\n" #name "CompareFlags: push {r4, lr}\n bl " #name                                 \
      "Compare\n adds r0, #1\n cmp r0, #1\n"                                                                           \
      " pop {r4, pc}\n");                                                                                              \
  /* Sine and cosine together: the second comes in the registers after the first. */                                   \
  asm(".section .rodata.tables, \"a\"\n.balign 4\n .byte 0, 0, 32, 0\n" #name "Table:\n"                               \
      " .word " #name "Add + 1, " #name "Subtract + 1, " #name "Multiply + 1, " #name "Divide + 1\n"                   \
      " .word " #name "Compare + 1, " #name "CompareFlags + 1, " #name "Root + 1, " #name "ToInt + 1\n"                \
      " .word " #name "ToFix + 1, " #name "ToUint + 1, " #name "ToUfix + 1, " #name "FromInt + 1\n"                    \
      " .word " #name "FromFix + 1, " #name "FromUint + 1, " #name "FromUfix + 1, " #name "Cosine + 1\n"               \
      " .word " #name "Sine + 1, " #name "Tangent + 1, " #name "SineCosine + 1, " #name "Exponential + 1\n"            \
      " .word " #name "Logarithm + 1, " #name "Compare + 1, " #name "Angle + 1, " #name "FromInt64 + 1\n"              \
      " .word " #name "FromFix64 + 1, " #name "FromUint64 + 1, " #name "FromUfix64 + 1, " #name "ToInt64 + 1\n"        \
      " .word " #name "ToFix64 + 1, " #name "ToUint64 + 1, " #name "ToUfix64 + 1, " #name "To" #other " + 1\n"         \
      ".text\n")

ARENASCOPE_ARITHMETIC(float, romFloat, Double, double, f);
ARENASCOPE_ARITHMETIC(double, romDouble, Float, float, );

extern "C" std::uint64_t romFloatSineCosine(float a) {
  return std::uint64_t{std::bit_cast<std::uint32_t>(cosf(a))} << 32 | std::bit_cast<std::uint32_t>(sinf(a));
}
// Returns four registers, which C++ cannot express.
asm(".syntax unified\n.thumb_func\nromDoubleSineCosine: push {r4, r5, r6, lr}\n movs r4, r0\n movs r5, r1\n bl cos\n "
    "movs r6, r0\n"
    " movs r0, r4\n movs r4, r1\n movs r1, r5\n bl sin\n movs r2, r6\n movs r3, r4\n pop {r4, r5, r6, pc}\n");

// Pairs of two letters and an address, terminated by zero; r0 is a table, r1 the letters.
asm(".syntax unified\n.thumb_func\nromLookUp: ldrh r2, [r0]\n adds r3, r0, #2\n adds r0, #4\n cmp r2, #0\n beq 1f\n "
    "cmp r1, r2\n"
    " bne romLookUp\n ldrh r0, [r3]\n bx lr\n1: movs r0, #0\n bx lr\n");
asm(".syntax unified\n.global romReset\n.thumb_func\nromReset: wfe\n b romReset\n");

// Version 3, as in current chips.
asm(".section .vectors, \"a\"\n .word 0x20042000, romReset + 1, romReset + 1, romReset + 1\n .byte 'M', 'u', 1, 3\n"
    " .hword romFunctions, romData, romLookUp + 1, 0\n"
    "romFunctions:\n"
    " .ascii \"P3\"\n .hword romPopulation + 1\n .ascii \"R3\"\n .hword romReverse + 1\n"
    " .ascii \"L3\"\n .hword romLeadingZeros + 1\n .ascii \"T3\"\n .hword romTrailingZeros + 1\n"
    " .ascii \"MS\"\n .hword romFill + 1\n .ascii \"S4\"\n .hword romFill + 1\n"
    " .ascii \"MC\"\n .hword romCopy + 1\n .ascii \"C4\"\n .hword romCopy + 1\n"
    " .ascii \"IF\"\n .hword romNothing + 1\n .ascii \"EX\"\n .hword romNothing + 1\n"
    " .ascii \"RE\"\n .hword romNothing + 1\n .ascii \"RP\"\n .hword romNothing + 1\n"
    " .ascii \"FC\"\n .hword romNothing + 1\n .ascii \"CX\"\n .hword romNothing + 1\n"
    " .ascii \"UB\"\n .hword romReset + 1\n .ascii \"WV\"\n .hword romReset + 1\n .hword 0\n"
    "romData:\n .ascii \"SF\"\n .hword romFloatTable\n .ascii \"SD\"\n .hword romDoubleTable\n .hword 0\n.text\n");
