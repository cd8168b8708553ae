// Numbers that real kernels read as another type than they are stored as, behind the end of their tensor too: what lies
// there in the model, and zeros behind its end.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "core/interpreter/kernels/checks.h"

namespace arenascope::kernels {

template <typename T>
struct Readable {
  std::span<const std::uint8_t> bytes;
  std::size_t first = 0;

  Readable operator+(int elements) const { return {bytes, first + static_cast<std::size_t>(elements)}; }
  T operator[](int position) const {
    T value{};
    const std::size_t offset = (first + static_cast<std::size_t>(position)) * sizeof(value);
    if (offset < bytes.size() && sizeof(value) <= bytes.size() - offset)
      std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
  }
};
template <typename T>
T constantAt(const Readable<T>& values, int index) {
  return values[index];
}

// The tensor is there.
template <typename T>
Readable<T> readable(const Context& context, const EvalTensor& tensor) {
  return {context.readableFrom(tensor)};
}

// Where a kernel of 16-bit values takes every bias for one of 64 bits: one of 32 bits.
inline bool isShortBias(const EvalTensor* bias) { return bias != nullptr && bias->type == runtime::kInt32; }

// Whether there is a bias at all.
template <typename T>
bool isThere(const T* bias) {
  return bias != nullptr;
}
template <typename T>
constexpr bool isThere(const Readable<T>& /*bias*/) {
  return true;
}

} // namespace arenascope::kernels
