#include "emulator/elf/arm_attributes.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "core/base/text_format.h"

namespace arenascope::elf {

namespace {

constexpr std::uint8_t kFormat = 'A';
constexpr std::string_view kVendor = "aeabi";
constexpr std::uint32_t kWholeFile = 1; // tag of attributes for the whole file

enum Tag : std::uint32_t {
  kName = 5,
  kArchitecture = 6,
  kFloatingPoint = 10,
  kFloatArguments = 28,
  kCompatibility = 32
};
enum Architecture : std::uint32_t { kV7 = 10, kV6M = 11, kV6SM = 12, kV7EM = 13, kV8MBase = 16, kV8MMain = 17 };
constexpr std::uint32_t kFpv5 = 7; // and 8, with fewer registers

class Reader {
public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool atEnd() const { return bytes_.empty(); }
  std::uint32_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !bytes_.empty() && shift < 35; shift += 7) {
      const std::uint8_t byte = bytes_.front();
      bytes_ = bytes_.subspan(1);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80) == 0) break;
    }
    return static_cast<std::uint32_t>(value);
  }
  std::string text() {
    const auto end = std::find(bytes_.begin(), bytes_.end(), std::uint8_t{0});
    std::string value(bytes_.begin(), end);
    bytes_ = bytes_.subspan(static_cast<std::size_t>(end - bytes_.begin()) + (end == bytes_.end() ? 0 : 1));
    return value;
  }
  // Reads a length, which counts its four bytes and `before` earlier ones, and returns what follows it.
  Reader part(std::size_t before = 0) {
    std::uint32_t length = 0;
    if (bytes_.size() < sizeof(length)) { // truncated
      bytes_ = {};
      return Reader({});
    }
    std::memcpy(&length, bytes_.data(), sizeof(length));
    const std::size_t taken = std::clamp<std::size_t>(length - before, sizeof(length), bytes_.size());
    const Reader inner(bytes_.subspan(sizeof(length), taken - sizeof(length)));
    bytes_ = bytes_.subspan(taken);
    return inner;
  }

private:
  std::span<const std::uint8_t> bytes_;
};

struct Attributes {
  std::string name;
  std::uint32_t architecture = 0;
  std::uint32_t floatingPoint = 0;
  std::uint32_t floatArguments = 0; // 1: in floating-point registers
};

Attributes read(Reader reader) {
  Attributes found;
  while (!reader.atEnd()) {
    const std::uint32_t tag = reader.number();
    if (tag == kName)
      found.name = reader.text();
    else if (tag == kArchitecture)
      found.architecture = reader.number();
    else if (tag == kFloatingPoint)
      found.floatingPoint = reader.number();
    else if (tag == kFloatArguments)
      found.floatArguments = reader.number();
    else if (tag == kCompatibility)
      reader.number(), reader.text();
    else if (tag == 4 || tag == 67 || (tag > kCompatibility && tag % 2 == 1))
      reader.text();
    else
      reader.number();
  }
  return found;
}

std::string targetOf(const Attributes& found) {
  std::string name = lowered(std::string(found.name));
  if (name == "cortex-m7" || name == "cortex-m33" || name == "cortex-m3" || name == "cortex-m4") return name;
  switch (found.architecture) {
  case kV6M:
  case kV6SM: return "cortex-m0plus";
  case kV7: return "cortex-m3";
  case kV7EM: return found.floatingPoint >= kFpv5 ? "cortex-m7" : "cortex-m4";
  case kV8MBase:
  case kV8MMain: return "cortex-m33";
  default: return {};
  }
}

} // namespace

ArmAttributes readAttributes(std::span<const std::uint8_t> section) {
  if (section.empty() || section[0] != kFormat) return {};
  Reader vendors(section.subspan(1));
  while (!vendors.atEnd()) {
    Reader vendor = vendors.part();
    if (vendor.text() != kVendor) continue;
    while (!vendor.atEnd()) {
      const std::uint32_t scope = vendor.number();
      Reader attributes = vendor.part(1); // the scope's own byte
      if (scope != kWholeFile) continue;
      const Attributes found = read(attributes);
      return {.target = targetOf(found),
              .floats = found.floatArguments == 1 ? FloatAbi::kHard
                        : found.floatingPoint > 0 ? FloatAbi::kSoftFp
                                                  : FloatAbi::kSoft};
    }
  }
  return {};
}

} // namespace arenascope::elf
