#include "core/interpreter/kernels/flex_map.h"

#include <cstring>

namespace arenascope::kernels {

namespace {

// A value's type byte: the kind in the upper six bits, the width of what it points to in the lower two.
enum Kind : std::uint8_t {
  kInt = 1,
  kUInt = 2,
  kFloat = 3,
  kIndirectInt = 6,
  kIndirectUInt = 7,
  kIndirectFloat = 8,
  kMap = 9,
  kVector = 10,
  kBool = 26,
};

constexpr std::size_t widthOf(std::uint8_t type) { return std::size_t{1} << (type & 3); }

template <typename T>
T load(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

} // namespace

// The last byte is the root's width, preceded by its type and the root itself.
FlexMap::FlexMap(const void* bytes, std::size_t count)
    : bytes_(static_cast<const std::uint8_t*>(bytes)), count_(count) {
  if (bytes == nullptr || count < 3) return;
  const std::size_t rootWidth = bytes_[count - 1];
  const std::uint8_t type = bytes_[count - 2];
  if ((type >> 2) != kMap && (type >> 2) != kVector) return;
  if (rootWidth == 0 || rootWidth > 8 || rootWidth > count - 2) return;
  const std::size_t root = count - 2 - rootWidth;
  const std::uint64_t back = unsignedAt(root, rootWidth);
  if (back == 0 || back > root) return;
  values_ = root - static_cast<std::size_t>(back);
  width_ = widthOf(type);
  if (values_ < width_) return;
  const std::uint64_t size = unsignedAt(values_ - width_, width_);
  // Each value also has a type byte after all values.
  if (size > count || !inside(values_, static_cast<std::size_t>(size) * (width_ + 1))) return;
  size_ = static_cast<int>(size);
}

std::uint64_t FlexMap::unsignedAt(std::size_t offset, std::size_t width) const {
  if (!inside(offset, width)) return 0;
  switch (width) {
  case 1: return bytes_[offset];
  case 2: return load<std::uint16_t>(bytes_ + offset);
  case 4: return load<std::uint32_t>(bytes_ + offset);
  case 8: return load<std::uint64_t>(bytes_ + offset);
  default: return 0;
  }
}

std::int64_t FlexMap::signedAt(std::size_t offset, std::size_t width) const {
  const std::uint64_t value = unsignedAt(offset, width);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(width);
  return static_cast<std::int64_t>(value << unused) >> unused;
}

double FlexMap::realAt(std::size_t offset, std::size_t width) const {
  if (!inside(offset, width)) return 0.0;
  if (width == 4) return static_cast<double>(load<float>(bytes_ + offset));
  return width == 8 ? load<double>(bytes_ + offset) : 0.0;
}

FlexMap::Number FlexMap::number(int position) const {
  if (position < 0 || position >= size_) return {};
  const auto index = static_cast<std::size_t>(position);
  const std::uint8_t type = bytes_[values_ + static_cast<std::size_t>(size_) * width_ + index];
  std::size_t offset = values_ + index * width_;
  std::size_t width = width_;
  const std::uint8_t kind = type >> 2;
  if (kind == kIndirectInt || kind == kIndirectUInt || kind == kIndirectFloat) {
    const std::uint64_t back = unsignedAt(offset, width);
    if (back > offset) return {};
    offset -= static_cast<std::size_t>(back);
    width = widthOf(type);
  }
  switch (kind) {
  case kFloat:
  case kIndirectFloat: {
    const double real = realAt(offset, width);
    const bool fits = real > -9.0e18 && real < 9.0e18;
    return {fits ? static_cast<std::int64_t>(real) : 0, real};
  }
  case kUInt:
  case kIndirectUInt:
  case kBool: {
    const std::uint64_t value = unsignedAt(offset, width);
    return {static_cast<std::int64_t>(value), static_cast<double>(value)};
  }
  case kInt:
  case kIndirectInt: {
    const std::int64_t value = signedAt(offset, width);
    return {value, static_cast<double>(value)};
  }
  default: return {};
  }
}

bool FlexMap::keyIs(std::size_t keys, std::size_t width, int position, const char* key) const {
  const std::size_t entry = keys + static_cast<std::size_t>(position) * width;
  const std::uint64_t back = unsignedAt(entry, width);
  if (back > entry) return false;
  const std::size_t text = entry - static_cast<std::size_t>(back);
  const std::size_t bytes = std::strlen(key) + 1;
  return inside(text, bytes) && std::memcmp(bytes_ + text, key, bytes) == 0;
}

// A map's size is preceded by the distance to its keys and their width.
int FlexMap::find(const char* key) const {
  if (size_ == 0 || values_ < 3 * width_) return -1;
  const std::size_t entry = values_ - 3 * width_;
  const std::uint64_t back = unsignedAt(entry, width_);
  const std::uint64_t keyWidth = unsignedAt(entry + width_, width_);
  if (back > entry || keyWidth == 0 || keyWidth > 8) return -1;
  const std::size_t keys = entry - static_cast<std::size_t>(back);
  for (int i = 0; i < size_; ++i)
    if (keyIs(keys, static_cast<std::size_t>(keyWidth), i, key)) return i;
  return -1;
}

} // namespace arenascope::kernels
