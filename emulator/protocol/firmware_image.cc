#include "emulator/protocol/firmware_image.h"

#include <algorithm>
#include <cstring>

namespace arenascope::protocol {

FirmwareImage::FirmwareImage(const cpu::Format& format, FirmwareInfo info)
    : format_(&format), info_(std::move(info)),
      code_(
          static_cast<std::size_t>(std::find_if(info_.segments.begin(), info_.segments.end(),
                                                [&](const Segment& segment) { return segment.holds(info_.entry, 1); }) -
                                   info_.segments.begin())) {}

void FirmwareImage::addFunctions(const FirmwareImage& other) {
  info_.functions.insert(other.info_.functions.begin(), other.info_.functions.end());
}

std::vector<std::uint32_t> FirmwareImage::functionsNamed(std::string_view beginning) const {
  std::vector<std::uint32_t> found;
  for (const auto& [address, function] : info_.functions)
    if (function.name.starts_with(beginning)) found.push_back(address);
  return found;
}

std::uint32_t FirmwareImage::objectBytes(std::uint32_t address) const {
  const auto found = info_.objects.find(address);
  return found == info_.objects.end() ? 0 : found->second;
}

std::vector<cpu::CodeRange> FirmwareImage::codeRanges() const {
  std::vector<cpu::CodeRange> ranges;
  const std::span<const std::uint8_t> bytes = code().bytes;
  const std::uint32_t begin = code().address;
  const auto end = static_cast<std::uint32_t>(begin + bytes.size());
  for (auto at = info_.mapping.lower_bound(begin); at != info_.mapping.end() && at->first < end; ++at) {
    if (!at->second) continue;
    const auto next = std::next(at);
    const std::uint32_t until = next == info_.mapping.end() ? end : std::min(next->first, end);
    ranges.push_back({at->first, bytes.subspan(at->first - begin, until - at->first)});
  }
  return ranges;
}

std::optional<std::uint32_t> FirmwareImage::word(std::uint32_t address) const {
  for (const Segment& segment : info_.segments) {
    if (!segment.holds(address, sizeof(std::uint32_t))) continue;
    std::uint32_t value = 0;
    std::memcpy(&value, segment.bytes.data() + (address - segment.address), sizeof(value));
    return value;
  }
  return std::nullopt;
}

std::string FirmwareImage::text(std::uint32_t address) const {
  std::string result;
  for (const Segment& segment : info_.segments)
    for (; segment.holds(address, 1) && segment.bytes[address - segment.address] != 0; ++address)
      result += static_cast<char>(segment.bytes[address - segment.address]);
  return result;
}

std::optional<std::uint32_t> FirmwareImage::symbol(const std::string& name) const {
  const auto found = info_.symbols.find(name);
  return found == info_.symbols.end() ? std::nullopt : std::optional(found->second);
}

std::map<std::uint32_t, FirmwareInfo::Function>::const_iterator FirmwareImage::functionOf(std::uint32_t address) const {
  auto next = info_.functions.upper_bound(address);
  if (next == info_.functions.begin()) return info_.functions.end();
  const auto found = std::prev(next);
  return address < found->first + std::max(found->second.size, 2U) ? found : info_.functions.end();
}

std::uint32_t FirmwareImage::functionStart(std::uint32_t address) const {
  const auto found = functionOf(address);
  return found == info_.functions.end() ? address : found->first;
}

std::string FirmwareImage::functionAt(std::uint32_t address) const {
  const auto found = functionOf(address);
  return found == info_.functions.end() ? std::string() : found->second.name;
}

} // namespace arenascope::protocol
