// Sums of products for up to two rows and two columns at a time: every loaded value is used for all of them. With the
// DSP extension four steps of depth at a time, two products per instruction.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/cmsis_nn/dsp.h"
#include "core/interpreter/kernels/innermost.h"

namespace arenascope::kernels::cmsis_nn {

// Four values in a row, as two pairs. Both operands of a product must pair them the same way.
struct Quad {
  Word first;
  Word second;
};

// Each reader has a separate pointer, as in the library; compilers that optimize for size would otherwise use one index
// for all.
template <typename T>
[[gnu::always_inline]] inline void advanceFour(const T*& at) {
  at += 4;
  if constexpr (kForSize) asm("" : "+r"(at));
}

// 8-bit values, bytes 0 and 2, 1 and 3.
struct Bytes {
  const std::int8_t* at;

  [[gnu::always_inline]] Quad quad() {
    const Word bytes = load4(at);
    advanceFour(at);
    return {widenEven(bytes), widenOdd(bytes)};
  }
  [[gnu::always_inline]] std::int32_t next() { return *at++; }
};

// The same with its own rotation.
struct TurnedBytes {
  const std::int8_t* at;

  [[gnu::always_inline]] Quad quad() {
    const Word bytes = load4(at);
    advanceFour(at);
    const Word turned = rotate8(bytes);
    return {widenEven(bytes), widenEven(turned)};
  }
  [[gnu::always_inline]] std::int32_t next() { return *at++; }
};

// Bytes plus a constant.
struct ShiftedBytes {
  const std::int8_t* at;
  std::int32_t offset = 0;
  Word offsets = pack(offset, offset);

  [[gnu::always_inline]] Quad quad() {
    const Word bytes = load4(at);
    advanceFour(at);
    return {widenEvenAdd(offsets, bytes), widenOddAdd(offsets, bytes)};
  }
  [[gnu::always_inline]] std::int32_t next() { return *at++ + offset; }
};

// 8-bit values in order, to match Halves; the second with a constant added.
struct OrderedBytes {
  const std::int8_t* at;

  [[gnu::always_inline]] Quad quad() {
    const Quad pairs = Bytes{at}.quad();
    advanceFour(at);
    return {lowHalves(pairs.first, pairs.second), highHalves(pairs.first, pairs.second)};
  }
  [[gnu::always_inline]] std::int32_t next() { return *at++; }
};
struct OrderedShiftedBytes {
  const std::int8_t* at;
  std::int32_t offset = 0;
  Word offsets = pack(offset, offset);

  [[gnu::always_inline]] Quad quad() {
    const Word bytes = load4(at);
    advanceFour(at);
    const Word even = widenEvenAdd(offsets, bytes);
    const Word odd = widenOddAdd(offsets, bytes);
    return {lowHalves(even, odd), highHalves(even, odd)};
  }
  [[gnu::always_inline]] std::int32_t next() { return *at++ + offset; }
};

// 16-bit values as they lie.
struct Halves {
  const std::int16_t* at;

  [[gnu::always_inline]] Quad quad() {
    const Quad values{load2(at), load2(at + 2)};
    advanceFour(at);
    return values;
  }
  [[gnu::always_inline]] std::int32_t next() { return *at++; }
};

[[gnu::always_inline]] inline std::int32_t dotQuads(const Quad& a, const Quad& b, std::int32_t sum) {
  return dot(a.second, b.second, dot(a.first, b.first, sum));
}

enum class Loop { kPlain, kUnrolled };

// Calls step() for every four of `depth`, which is not negative; returns the remainder.
template <Loop kLoop, typename Step>
[[gnu::always_inline]] inline int forQuads(int depth, Step step) {
  if constexpr (kHasDsp) {
    if constexpr (kLoop == Loop::kUnrolled) {
      for (int steps = depth >> 4; steps > 0; --steps) {
        step();
        step();
        step();
        step();
      }
      depth &= 15;
    }
    for (int steps = depth >> 2; steps > 0; --steps) step();
    depth &= 3;
  }
  return depth;
}

// Sums over `depth` values of each row (a, b, …) and column (x, y), added to the present sums. Readers are copied, so
// that the loop's variables have no addresses.
template <Loop kLoop, typename A, typename X>
[[gnu::always_inline]] inline std::int32_t addProducts(A a, X x, int depth, std::int32_t sum) {
  depth = forQuads<kLoop>(
      depth, [&]() __attribute__((always_inline)) { sum = dotQuads(a.quad(), x.quad(), sum); });
  for (; depth > 0; --depth) sum += a.next() * x.next();
  return sum;
}

struct Sums2 {
  std::int32_t a;
  std::int32_t b;
};
template <Loop kLoop, typename A, typename X>
[[gnu::always_inline]] inline Sums2 addProducts(A a, A b, X x, int depth, Sums2 sums) {
  depth = forQuads<kLoop>(
      depth, [&]() __attribute__((always_inline)) {
        const Quad column = x.quad();
        sums.a = dotQuads(a.quad(), column, sums.a);
        sums.b = dotQuads(b.quad(), column, sums.b);
      });
  for (; depth > 0; --depth) {
    const std::int32_t column = x.next();
    sums.a += a.next() * column;
    sums.b += b.next() * column;
  }
  return sums;
}

struct Sums3 {
  std::int32_t a;
  std::int32_t b;
  std::int32_t c;
};
// One value at a time: for processors without the DSP extension.
template <typename A, typename X>
[[gnu::always_inline]] inline Sums3 addProducts(A a, A b, A c, X x, int depth, Sums3 sums) {
  for (; depth > 0; --depth) {
    const std::int32_t column = x.next();
    sums.a += a.next() * column;
    sums.b += b.next() * column;
    sums.c += c.next() * column;
  }
  return sums;
}

struct Sums2x2 {
  std::int32_t ax;
  std::int32_t ay;
  std::int32_t bx;
  std::int32_t by;
};
template <Loop kLoop, typename A, typename X>
[[gnu::always_inline]] inline Sums2x2 addProducts(A a, A b, X x, X y, int depth, Sums2x2 sums) {
  depth = forQuads<kLoop>(
      depth, [&]() __attribute__((always_inline)) {
        const Quad rowA = a.quad();
        const Quad rowB = b.quad();
        const Quad columnX = x.quad();
        sums.ax = dotQuads(rowA, columnX, sums.ax);
        sums.bx = dotQuads(rowB, columnX, sums.bx);
        const Quad columnY = y.quad();
        sums.ay = dotQuads(rowA, columnY, sums.ay);
        sums.by = dotQuads(rowB, columnY, sums.by);
      });
  for (; depth > 0; --depth) {
    const std::int32_t rowA = a.next();
    const std::int32_t rowB = b.next();
    const std::int32_t columnX = x.next();
    sums.ax += rowA * columnX;
    sums.bx += rowB * columnX;
    const std::int32_t columnY = y.next();
    sums.ay += rowA * columnY;
    sums.by += rowB * columnY;
  }
  return sums;
}

// A 32-bit sum holds this many products of 8- and 16-bit values.
inline constexpr int kSafeDepth = 512;

} // namespace arenascope::kernels::cmsis_nn
