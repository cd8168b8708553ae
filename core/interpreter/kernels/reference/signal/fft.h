// Fast Fourier transform of real samples, mixed radix 2, 3, 4 and 5, with the rounding of the fixed-point transform
// that TensorFlow Lite Micro uses (Kiss FFT): every stage divides by its radix so that nothing overflows.
//
// 2n real samples are transformed as n complex ones; a last step takes the two halves apart.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>

#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::kernels::reference::signal {

template <typename T>
struct Complex {
  T real;
  T imaginary;
};

// Arithmetic on one scalar type: 16- and 32-bit fixed point without integer bits, or float.
template <typename T>
struct Scalar {
  static constexpr bool kFixed = std::is_integral_v<T>;
  static constexpr int kFractionBits = static_cast<int>(sizeof(T)) * 8 - 1;
  static constexpr T kOne = std::numeric_limits<T>::max();
  using Product = std::conditional_t<sizeof(T) == 2, std::int32_t, std::conditional_t<kFixed, std::int64_t, float>>;
  using C = Complex<T>;

  static Product multiply(T a, T b) { return static_cast<Product>(a) * static_cast<Product>(b); }
  static T round(Product x) {
    if constexpr (kFixed)
      return static_cast<T>((x + (Product{1} << (kFractionBits - 1))) >> kFractionBits);
    else
      return x;
  }
  static T product(T a, T b) { return round(multiply(a, b)); }
  static C product(const C& a, const C& b) {
    if constexpr (kFixed)
      return {round(multiply(a.real, b.real) - multiply(a.imaginary, b.imaginary)),
              round(multiply(a.real, b.imaginary) + multiply(a.imaginary, b.real))};
    else
      return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
  }
  // In fixed point only: divides, so that the sum of `by` such numbers fits.
  static C divided(const C& x, int by) {
    if constexpr (kFixed) {
      const auto factor = static_cast<T>(kOne / by);
      return {product(x.real, factor), product(x.imaginary, factor)};
    } else {
      return x;
    }
  }
  static T half(T x) {
    if constexpr (kFixed)
      return static_cast<T>(x >> 1);
    else
      return x * 0.5F;
  }
  static C sum(const C& a, const C& b) {
    return {static_cast<T>(a.real + b.real), static_cast<T>(a.imaginary + b.imaginary)};
  }
  static C difference(const C& a, const C& b) {
    return {static_cast<T>(a.real - b.real), static_cast<T>(a.imaginary - b.imaginary)};
  }
  // e^(i·phase)
  static C turn(double phase) {
    if constexpr (kFixed)
      return {static_cast<T>(std::floor(0.5 + kOne * std::cos(phase))),
              static_cast<T>(std::floor(0.5 + kOne * std::sin(phase)))};
    else
      return {static_cast<float>(std::cos(phase)), static_cast<float>(std::sin(phase))};
  }
};

constexpr double kPi = 3.141592653589793238462643383279502884;

// The plan of a transform of a given length; plan and tables are one block of memory.
template <typename T>
class RealFft {
public:
  // Bytes for a transform of `length` real samples; 0 if the length is odd, out of range, or has prime factors other
  // than 2, 3 and 5 (for which the real library needs a heap).
  static std::size_t bytes(int length) {
    if (length < 2 || length > kLongest || length % 2 != 0) return 0;
    for (const int factor : {2, 3, 5})
      while (length % factor == 0 && length > 1) length /= factor;
    return length == 1 ? sizeof(RealFft) : 0;
  }
  static std::size_t bytesWithTables(int length) {
    const auto half = static_cast<std::size_t>(length) / 2;
    return bytes(length) == 0 ? 0 : kHeaderBytes + sizeof(Complex<T>) * (half + half * 3 / 2);
  }

  void init(int length, bool inverse) {
    half_ = length / 2;
    inverse_ = inverse ? 1 : 0;
    auto* tables = reinterpret_cast<Complex<T>*>(reinterpret_cast<std::uint8_t*>(this) + kHeaderBytes);
    twiddles_ = tables;
    work_ = tables + half_;
    splitters_ = work_ + half_;
    const double sign = inverse ? -1.0 : 1.0;
    for (int i = 0; i < half_; ++i) twiddles_[i] = Scalar<T>::turn(sign * (-2 * kPi * i / half_));
    for (int i = 0; i < half_ / 2; ++i)
      splitters_[i] = Scalar<T>::turn(sign * (-kPi * (static_cast<double>(i + 1) / half_ + 0.5)));
    factorize();
  }

  // `length` real samples to length / 2 + 1 complex frequencies.
  void forward(const T* samples, Complex<T>* frequencies) const {
    using S = Scalar<T>;
    transform(work_, reinterpret_cast<const Complex<T>*>(samples), 1, 0);
    const Complex<T> first = S::divided(work_[0], 2);
    frequencies[0] = {static_cast<T>(first.real + first.imaginary), 0};
    frequencies[half_] = {static_cast<T>(first.real - first.imaginary), 0};
    for (int k = 1; k <= half_ / 2; ++k) {
      const Complex<T> low = S::divided(work_[k], 2);
      const Complex<T> high = S::divided(conjugate(work_[half_ - k]), 2);
      const Complex<T> even = S::sum(low, high);
      const Complex<T> odd = S::product(S::difference(low, high), splitters_[k - 1]);
      frequencies[k] = {S::half(static_cast<T>(even.real + odd.real)),
                        S::half(static_cast<T>(even.imaginary + odd.imaginary))};
      frequencies[half_ - k] = {S::half(static_cast<T>(even.real - odd.real)),
                                S::half(static_cast<T>(odd.imaginary - even.imaginary))};
    }
  }

  // The inverse; float results are `length` times too large.
  void backward(const Complex<T>* frequencies, T* samples) const {
    using S = Scalar<T>;
    const Complex<T> ends{static_cast<T>(frequencies[0].real + frequencies[half_].real),
                          static_cast<T>(frequencies[0].real - frequencies[half_].real)};
    work_[0] = S::divided(ends, 2);
    for (int k = 1; k <= half_ / 2; ++k) {
      const Complex<T> low = S::divided(frequencies[k], 2);
      const Complex<T> high = S::divided(conjugate(frequencies[half_ - k]), 2);
      const Complex<T> even = S::sum(low, high);
      const Complex<T> odd = S::product(S::difference(low, high), splitters_[k - 1]);
      work_[k] = S::sum(even, odd);
      work_[half_ - k] = conjugate(S::difference(even, odd));
    }
    transform(reinterpret_cast<Complex<T>*>(samples), work_, 1, 0);
  }

private:
  static constexpr int kLongest = 1 << 20;
  static constexpr int kMaxFactors = 32;
  // The real library's header before its tables: two structs with pointers, and the factors.
  static constexpr std::size_t kHeaderBytes = tflm::bySize(276, 288);

  struct Factor {
    std::int32_t radix;
    std::int32_t rest;
  };

  static Complex<T> conjugate(const Complex<T>& x) { return {x.real, static_cast<T>(-x.imaginary)}; }

  // Fours first, then twos, threes and fives.
  void factorize() {
    int rest = half_;
    int radix = 4;
    int count = 0;
    do {
      while (rest % radix != 0) radix = radix == 4 ? 2 : radix == 2 ? 3 : radix + 2;
      rest /= radix;
      factors_[count++] = {radix, rest};
    } while (rest > 1);
  }

  // Decimation in time: transforms of every radix-th element, then butterflies over them.
  void transform(Complex<T>* out, const Complex<T>* in, int step, int stage) const {
    const int radix = factors_[stage].radix;
    const int rest = factors_[stage].rest;
    for (int i = 0; i < radix; ++i, in += step) {
      if (rest == 1)
        out[i] = *in;
      else
        transform(out + i * rest, in, step * radix, stage + 1);
    }
    switch (radix) {
    case 2: butterfly2(out, step, rest); return;
    case 3: butterfly3(out, step, rest); return;
    case 4: butterfly4(out, step, rest); return;
    case 5: butterfly5(out, step, rest); return;
    default: return; // half of a length of 1: nothing to combine
    }
  }

  void butterfly2(Complex<T>* x, int step, int m) const {
    using S = Scalar<T>;
    for (int k = 0; k < m; ++k) {
      const Complex<T> a = S::divided(x[k], 2);
      const Complex<T> b = S::product(S::divided(x[k + m], 2), twiddles_[k * step]);
      x[k + m] = S::difference(a, b);
      x[k] = S::sum(a, b);
    }
  }

  void butterfly3(Complex<T>* x, int step, int m) const {
    using S = Scalar<T>;
    const T third = twiddles_[step * m].imaginary;
    for (int k = 0; k < m; ++k) {
      const Complex<T> a = S::divided(x[k], 3);
      const Complex<T> b = S::product(S::divided(x[k + m], 3), twiddles_[k * step]);
      const Complex<T> c = S::product(S::divided(x[k + 2 * m], 3), twiddles_[2 * k * step]);
      const Complex<T> both = S::sum(b, c);
      const Complex<T> apart = S::difference(b, c);
      const Complex<T> middle{static_cast<T>(a.real - S::half(both.real)),
                              static_cast<T>(a.imaginary - S::half(both.imaginary))};
      const Complex<T> side{S::product(apart.real, third), S::product(apart.imaginary, third)};
      x[k] = S::sum(a, both);
      x[k + 2 * m] = {static_cast<T>(middle.real + side.imaginary), static_cast<T>(middle.imaginary - side.real)};
      x[k + m] = {static_cast<T>(middle.real - side.imaginary), static_cast<T>(middle.imaginary + side.real)};
    }
  }

  void butterfly4(Complex<T>* x, int step, int m) const {
    using S = Scalar<T>;
    for (int k = 0; k < m; ++k) {
      const Complex<T> a = S::divided(x[k], 4);
      const Complex<T> b = S::product(S::divided(x[k + m], 4), twiddles_[k * step]);
      const Complex<T> c = S::product(S::divided(x[k + 2 * m], 4), twiddles_[2 * k * step]);
      const Complex<T> d = S::product(S::divided(x[k + 3 * m], 4), twiddles_[3 * k * step]);
      const Complex<T> minus = S::difference(a, c);
      const Complex<T> plus = S::sum(a, c);
      const Complex<T> both = S::sum(b, d);
      const Complex<T> apart = S::difference(b, d);
      x[k + 2 * m] = S::difference(plus, both);
      x[k] = S::sum(plus, both);
      const Complex<T> turned{static_cast<T>(minus.real + apart.imaginary),
                              static_cast<T>(minus.imaginary - apart.real)};
      const Complex<T> back{static_cast<T>(minus.real - apart.imaginary), static_cast<T>(minus.imaginary + apart.real)};
      x[k + m] = inverse_ != 0 ? back : turned;
      x[k + 3 * m] = inverse_ != 0 ? turned : back;
    }
  }

  void butterfly5(Complex<T>* x, int step, int m) const {
    using S = Scalar<T>;
    const Complex<T> ya = twiddles_[step * m];
    const Complex<T> yb = twiddles_[step * 2 * m];
    for (int k = 0; k < m; ++k) {
      const Complex<T> a = S::divided(x[k], 5);
      Complex<T> b[5];
      for (int i = 1; i < 5; ++i) b[i] = S::product(S::divided(x[k + i * m], 5), twiddles_[i * k * step]);
      const Complex<T> outer = S::sum(b[1], b[4]);
      const Complex<T> outerApart = S::difference(b[1], b[4]);
      const Complex<T> inner = S::sum(b[2], b[3]);
      const Complex<T> innerApart = S::difference(b[2], b[3]);
      x[k] = {static_cast<T>(a.real + (outer.real + inner.real)),
              static_cast<T>(a.imaginary + (outer.imaginary + inner.imaginary))};
      const Complex<T> first{
          static_cast<T>(a.real + S::product(outer.real, ya.real) + S::product(inner.real, yb.real)),
          static_cast<T>(a.imaginary + S::product(outer.imaginary, ya.real) + S::product(inner.imaginary, yb.real))};
      const Complex<T> firstSide{
          static_cast<T>(S::product(outerApart.imaginary, ya.imaginary) +
                         S::product(innerApart.imaginary, yb.imaginary)),
          static_cast<T>(-S::product(outerApart.real, ya.imaginary) - S::product(innerApart.real, yb.imaginary))};
      x[k + m] = S::difference(first, firstSide);
      x[k + 4 * m] = S::sum(first, firstSide);
      const Complex<T> second{
          static_cast<T>(a.real + S::product(outer.real, yb.real) + S::product(inner.real, ya.real)),
          static_cast<T>(a.imaginary + S::product(outer.imaginary, yb.real) + S::product(inner.imaginary, ya.real))};
      const Complex<T> secondSide{
          static_cast<T>(-S::product(outerApart.imaginary, yb.imaginary) +
                         S::product(innerApart.imaginary, ya.imaginary)),
          static_cast<T>(S::product(outerApart.real, yb.imaginary) - S::product(innerApart.real, ya.imaginary))};
      x[k + 2 * m] = S::sum(second, secondSide);
      x[k + 3 * m] = S::difference(second, secondSide);
    }
  }

  std::int32_t half_;
  std::int32_t inverse_;
  Factor factors_[kMaxFactors];
  Complex<T>* twiddles_;
  Complex<T>* work_;
  Complex<T>* splitters_;
};
static_assert(sizeof(RealFft<float>) == tflm::bySize(276, 288));

} // namespace arenascope::kernels::reference::signal
