// The microcontroller's memory as seen by a run's observers, which never write.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace arenascope::image {

inline constexpr std::uint32_t kWord = 4; // bytes of a word, and of a pointer

class GuestMemory {
public:
  using Read = std::function<std::span<const std::uint8_t>(std::uint32_t address, std::uint64_t bytes)>;
  explicit GuestMemory(Read read) : read_(std::move(read)) {}

  // Empty unless all of it is mapped.
  std::span<const std::uint8_t> at(std::uint32_t address, std::uint64_t bytes) const { return read_(address, bytes); }
  std::optional<std::uint32_t> word(std::uint32_t address) const {
    const std::span<const std::uint8_t> bytes = at(address, sizeof(std::uint32_t));
    if (bytes.empty()) return std::nullopt;
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof(value));
    return value;
  }

  // The first halfword of an instruction; 0 outside of memory.
  std::uint16_t half(std::uint32_t address) const {
    std::uint16_t value = 0;
    if (const std::span<const std::uint8_t> bytes = at(address, sizeof(value)); !bytes.empty())
      std::memcpy(&value, bytes.data(), sizeof(value));
    return value;
  }

private:
  Read read_;
};

} // namespace arenascope::image
