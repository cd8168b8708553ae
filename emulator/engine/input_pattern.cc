#include "emulator/engine/input_pattern.h"

#include <cstring>

namespace arenascope::engine {

namespace {

std::uint32_t step(std::uint32_t x) {
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}

template <typename T, typename Convert>
std::vector<std::uint8_t> fill(std::uint32_t seed, std::uint64_t bytes, Convert convert) {
  std::vector<std::uint8_t> result(bytes);
  std::uint32_t x = seed;
  for (std::uint64_t offset = 0; offset + sizeof(T) <= bytes; offset += sizeof(T)) {
    x = step(x);
    const T value = convert(x);
    std::memcpy(result.data() + offset, &value, sizeof(T));
  }
  return result;
}

} // namespace

std::vector<std::uint8_t> inputPattern(std::uint32_t input, const std::string& type, std::uint64_t bytes) {
  const std::uint32_t seed = 0x9E3779B9U + input;
  if (type == "float32")
    return fill<float>(seed, bytes,
                       [](std::uint32_t x) { return static_cast<float>(x >> 8) * 0x1p-24F * 2.0F - 1.0F; });
  if (type == "int16")
    return fill<std::uint16_t>(seed, bytes, [](std::uint32_t x) { return static_cast<std::uint16_t>(x); });
  if (type == "int32") return fill<std::uint32_t>(seed, bytes, [](std::uint32_t x) { return x % 16; });
  if (type == "int64") return fill<std::uint64_t>(seed, bytes, [](std::uint32_t x) { return std::uint64_t{x % 16}; });
  if (type == "bool")
    return fill<std::uint8_t>(seed, bytes, [](std::uint32_t x) { return static_cast<std::uint8_t>(x & 1); });
  return fill<std::uint8_t>(seed, bytes, [](std::uint32_t x) { return static_cast<std::uint8_t>(x); });
}

} // namespace arenascope::engine
