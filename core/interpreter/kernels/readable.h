// Numbers that real kernels read with another type than stored, also beyond the end of the tensor: the following data
// of the model, and zeros after its end.
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

// Whether the tensor exists.
template <typename T>
Readable<T> readable(const Context& context, const EvalTensor& tensor) {
  return {context.readableFrom(tensor)};
}

// Whether a 32-bit bias is read as 64 bits, by kernels for 16-bit values that assume this.
inline bool isShortBias(const EvalTensor* bias) { return bias != nullptr && bias->type == runtime::kInt32; }

// Whether there is a bias.
template <typename T>
bool isThere(const T* bias) {
  return bias != nullptr;
}
template <typename T>
constexpr bool isThere(const Readable<T>& /*bias*/) {
  return true;
}

} // namespace arenascope::kernels
