// The packed arithmetic of Arm's DSP extension, a function per instruction: two signed 16-bit numbers in a word. On
// other processors plain C++ with the same results, so that kernels can be tested on hosts; kernels for Arm processors
// without the extension, and host kernels that mirror them, do not use these (kHasDsp).
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__ARM_FEATURE_DSP)
#include <arm_acle.h>
#endif

namespace arenascope::kernels::cmsis_nn {

#if defined(__ARM_FEATURE_DSP) || (!defined(__arm__) && !defined(ARENASCOPE_WITHOUT_DSP))
inline constexpr bool kHasDsp = true;
#else
inline constexpr bool kHasDsp = false;
#endif

// Arm's M-profile vector extension (MVE, Helium).
#if defined(__ARM_FEATURE_MVE)
inline constexpr bool kHasVectors = true;
#else
inline constexpr bool kHasVectors = false;
#endif

using Word = std::int32_t;

// Four 8-bit numbers, two 16-bit numbers, from any address.
inline Word load4(const std::int8_t* values) {
  Word word;
  std::memcpy(&word, values, sizeof(word));
  return word;
}
inline Word load2(const std::int16_t* values) {
  Word word;
  std::memcpy(&word, values, sizeof(word));
  return word;
}
inline void store2(std::int16_t* values, Word word) { std::memcpy(values, &word, sizeof(word)); }

constexpr std::int32_t low(Word word) { return static_cast<std::int16_t>(word); }
constexpr std::int32_t high(Word word) { return word >> 16; }
constexpr Word pack(std::int32_t lowHalf, std::int32_t highHalf) {
  return static_cast<Word>((static_cast<std::uint32_t>(lowHalf) & 0xFFFFU) |
                           (static_cast<std::uint32_t>(highHalf) << 16));
}

// To the right.
constexpr Word rotate8(Word bytes) {
  return static_cast<Word>((static_cast<std::uint32_t>(bytes) >> 8) | (static_cast<std::uint32_t>(bytes) << 24));
}
constexpr std::int32_t byteAt(Word bytes, int index) {
  return static_cast<std::int8_t>(static_cast<std::uint32_t>(bytes) >> (8 * index));
}

#if defined(__ARM_FEATURE_DSP)

inline Word widenEven(Word bytes) { return __sxtb16(bytes); }
inline Word widenEvenAdd(Word pair, Word bytes) { return __sxtab16(pair, bytes); }
inline Word addPairs(Word a, Word b) { return __sadd16(a, b); }
inline std::int32_t dot(Word a, Word b, std::int32_t sum) { return __smlad(a, b, sum); }
inline std::int64_t dotLong(Word a, Word b, std::int64_t sum) { return __smlald(a, b, sum); }

// Instructions that arm_acle.h lacks, or lacks with their rotation.
inline Word widenOdd(Word bytes) {
  Word pair;
  asm volatile("sxtb16 %0, %1, ror #8" : "=r"(pair) : "r"(bytes));
  return pair;
}
inline Word widenOddAdd(Word pair, Word bytes) {
  Word sum;
  asm volatile("sxtab16 %0, %1, %2, ror #8" : "=r"(sum) : "r"(pair), "r"(bytes));
  return sum;
}
inline Word lowHalves(Word a, Word b) {
  Word pair;
  asm("pkhbt %0, %1, %2, lsl #16" : "=r"(pair) : "r"(a), "r"(b));
  return pair;
}
inline Word highHalves(Word a, Word b) {
  Word pair;
  asm("pkhtb %0, %1, %2, asr #16" : "=r"(pair) : "r"(b), "r"(a));
  return pair;
}

#else

// SXTB16: bytes 0 and 2 as 16-bit numbers; with a rotation of 8, bytes 1 and 3.
constexpr Word widenEven(Word bytes) { return pack(byteAt(bytes, 0), byteAt(bytes, 2)); }
constexpr Word widenOdd(Word bytes) { return pack(byteAt(bytes, 1), byteAt(bytes, 3)); }
// SADD16.
constexpr Word addPairs(Word a, Word b) { return pack(low(a) + low(b), high(a) + high(b)); }
// SXTAB16.
constexpr Word widenEvenAdd(Word pair, Word bytes) { return addPairs(pair, widenEven(bytes)); }
constexpr Word widenOddAdd(Word pair, Word bytes) { return addPairs(pair, widenOdd(bytes)); }
// SMLAD.
constexpr std::int32_t dot(Word a, Word b, std::int32_t sum) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) + static_cast<std::uint32_t>(low(a) * low(b)) +
                                   static_cast<std::uint32_t>(high(a) * high(b)));
}
// SMLALD.
constexpr std::int64_t dotLong(Word a, Word b, std::int64_t sum) {
  return sum + std::int64_t{low(a)} * low(b) + std::int64_t{high(a)} * high(b);
}
// PKHBT and PKHTB: the low, the high halves of a and b, a's first.
constexpr Word lowHalves(Word a, Word b) { return pack(low(a), low(b)); }
constexpr Word highHalves(Word a, Word b) { return pack(high(a), high(b)); }

#endif

// SMLABB and SMLATT, which compilers find by themselves.
constexpr std::int32_t addLowProduct(Word a, Word b, std::int32_t sum) { return sum + low(a) * low(b); }
constexpr std::int32_t addHighProduct(Word a, Word b, std::int32_t sum) { return sum + high(a) * high(b); }

} // namespace arenascope::kernels::cmsis_nn
