// Access to shapes and data of tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/interpreter/runtime/types.h"

namespace arenascope::kernels {

inline constexpr int kMaxRank = 8;

template <typename T>
T* data(runtime::EvalTensor* tensor) {
  return tensor == nullptr ? nullptr : static_cast<T*>(tensor->data);
}
template <typename T>
const T* data(const runtime::EvalTensor* tensor) {
  return tensor == nullptr ? nullptr : static_cast<const T*>(tensor->data);
}

// A stored bool, which may be any byte in a file: all but 0 are true.
class Truth {
public:
  Truth() = default;
  constexpr Truth(bool value) : byte_(value ? 1 : 0) {}
  constexpr operator bool() const { return byte_ != 0; }

private:
  std::uint8_t byte_;
};

// The tensor type for a C++ type.
template <typename T>
inline constexpr runtime::Type kTypeOf = runtime::kNoType;
template <>
inline constexpr runtime::Type kTypeOf<float> = runtime::kFloat32;
template <>
inline constexpr runtime::Type kTypeOf<std::int8_t> = runtime::kInt8;
template <>
inline constexpr runtime::Type kTypeOf<std::uint8_t> = runtime::kUInt8;
template <>
inline constexpr runtime::Type kTypeOf<std::int16_t> = runtime::kInt16;
template <>
inline constexpr runtime::Type kTypeOf<std::int32_t> = runtime::kInt32;
template <>
inline constexpr runtime::Type kTypeOf<std::uint32_t> = runtime::kUInt32;
template <>
inline constexpr runtime::Type kTypeOf<std::int64_t> = runtime::kInt64;
template <>
inline constexpr runtime::Type kTypeOf<std::uint64_t> = runtime::kUInt64;
template <>
inline constexpr runtime::Type kTypeOf<Truth> = runtime::kBool;

inline int elementCount(const runtime::IntArray& dims) {
  int elements = 1;
  for (int i = 0; i < dims.size; ++i) elements *= dims.data[i];
  return elements;
}

inline bool sameShape(const runtime::IntArray& a, const runtime::IntArray& b) {
  if (a.size != b.size) return false;
  for (int i = 0; i < a.size; ++i)
    if (a.data[i] != b.data[i]) return false;
  return true;
}

inline int lastDimension(const runtime::IntArray& dims) { return dims.data[dims.size - 1]; }

// A number of a constant tensor. 64-bit ones may be aligned to 4 bytes only: published models have such.
template <typename T>
T constantAt(const T* values, int index) {
  if constexpr (sizeof(T) <= 4) {
    return values[index];
  } else {
    T value;
    std::memcpy(&value, values + index, sizeof(value));
    return value;
  }
}

// Batch, height, width, channels.
struct Shape4 {
  int batch;
  int height;
  int width;
  int channels;

  int offset(int b, int y, int x, int c) const { return ((b * height + y) * width + x) * channels + c; }
};
inline Shape4 shape4(const runtime::EvalTensor& tensor) {
  const std::int32_t* dims = tensor.dims->data;
  return {dims[0], dims[1], dims[2], dims[3]};
}

template <typename T>
T clamp(T value, T low, T high) {
  const T raised = value < low ? low : value;
  return high < raised ? high : raised;
}

// Type of an operand: 32 bits hold every product of 8- and 16-bit numbers.
template <typename Sum>
using Operand = std::conditional_t<std::is_floating_point_v<Sum>, float, std::int32_t>;

// A stored number as an operand, plus the negated zero point of its tensor; floats have none.
template <typename Sum, typename Stored>
Operand<Sum> operand(Stored stored, std::int32_t offset) {
  if constexpr (std::is_floating_point_v<Sum>)
    return stored;
  else
    return static_cast<std::int32_t>(stored) + offset;
}

// Two 4-bit numbers per byte, the lower half first.
struct Int4Array {
  const std::int8_t* packed;
  int first = 0;

  Int4Array operator+(int elements) const { return {packed, first + elements}; }
  std::int8_t operator[](int position) const {
    const int index = first + position;
    const int byte = packed[index / 2];
    const int nibble = (index % 2 == 0) ? byte & 0x0F : (byte >> 4) & 0x0F;
    return static_cast<std::int8_t>(nibble >= 8 ? nibble - 16 : nibble);
  }
};

inline void unpackInt4(const std::int8_t* packed, int elements, std::int8_t* unpacked) {
  for (int i = 0; i < elements; ++i) unpacked[i] = Int4Array{packed}[i];
}

} // namespace arenascope::kernels
