#include "emulator/image/peripherals.h"

#include <algorithm>
#include <utility>

#include "emulator/cpu/address_map.h"

namespace arenascope::image {

namespace {

constexpr std::uint64_t kIdleTimeout = 40; // consecutive reads without a write, before a register counts as polled

// Of the processor itself: Armv7-M, B3.
constexpr std::uint32_t kTracePorts = 0xE0000000; // 32 stimulus ports of the trace macrocell
constexpr std::uint32_t kTracePortsEnd = 0xE0000080;
constexpr std::uint32_t kCycleCount = 0xE0001004;

constexpr std::size_t kConsoleBytes = std::size_t{1} << 20; // of one register: more is of no use

bool isText(std::uint32_t value) { return (value >= 0x20 && value < 0x7F) || value == '\n' || value == '\t'; }
constexpr std::uint32_t kCarriageReturn = '\r'; // before a line feed, dropped from text

} // namespace

Peripherals::Peripherals(std::map<std::uint32_t, std::uint32_t> fixed, std::function<std::uint64_t()> cycles)
    : fixed_(std::move(fixed)), cycles_(std::move(cycles)) {}

// Code that polls for a set or a cleared bit sees it eventually: reads give all ones, zero, and the complement of the
// stored value in turn. Code that waits for a field to match another one (a clock's source) needs a specific value: now
// and then a single bit is set.
std::uint32_t Peripherals::answer(Register& found) {
  ++found.reads;
  found.mostReads = std::max(found.mostReads, found.reads);
  if (found.reads <= kIdleTimeout) return found.value;
  const std::uint64_t turn = found.reads - kIdleTimeout - 1;
  switch (turn % 4) {
  case 0: return ~std::uint32_t{0};
  case 1: return 0;
  case 2: return ~found.value;
  default: return 1U << (turn / 4 % 32);
  }
}

std::uint32_t Peripherals::read(std::uint32_t address, unsigned bytes) {
  const std::uint32_t word = address & ~3U;
  std::uint32_t value = 0;
  if (const auto fixed = fixed_.find(word); fixed != fixed_.end())
    value = fixed->second;
  else if (word >= kTracePorts && word < kTracePortsEnd)
    value = 1; // its queue has a free entry
  else if (word == kCycleCount)
    value = static_cast<std::uint32_t>(cycles_());
  else if (word >= cpu::kPrivateBus)
    value = stored(word);
  else
    value = answer(registers_[word]);
  value >>= 8 * (address & 3U);
  return bytes >= 4 ? value : value & ((1U << (8 * bytes)) - 1);
}

void Peripherals::write(std::uint32_t address, unsigned bytes, std::uint32_t value) {
  const std::uint32_t word = address & ~3U;
  if (word >= kTracePorts && word < kTracePortsEnd) {
    for (unsigned i = 0; i < bytes; ++i)
      if (const std::uint32_t character = value >> (8 * i) & 0xFF; isText(character))
        debug_ += static_cast<char>(character);
    return;
  }
  Register& found = registers_[word];
  const unsigned shift = 8 * (address & 3U);
  const std::uint32_t mask = bytes >= 4 ? ~std::uint32_t{0} : ((1U << (8 * bytes)) - 1) << shift;
  found.value = (found.value & ~mask) | (value << shift & mask);
  found.reads = 0;
  if (value != kCarriageReturn) ++found.writes;
  if (isText(value) && found.text.size() < kConsoleBytes) found.text += static_cast<char>(value);
}

std::uint32_t Peripherals::stored(std::uint32_t address) const {
  const auto found = registers_.find(address);
  return found == registers_.end() ? 0 : found->second.value;
}

std::string Peripherals::console() const {
  if (!debug_.empty()) return debug_;
  const Register* best = nullptr;
  for (const auto& [address, found] : registers_) {
    // Settings are numbers; nearly all writes to a transmitter's data register are text.
    const bool text = found.text.size() >= 4 && found.text.size() * 10 >= found.writes * 9;
    if (address < cpu::kPrivateBus && text && (best == nullptr || found.text.size() > best->text.size())) best = &found;
  }
  return best == nullptr ? log_ : best->text;
}

std::vector<protocol::PolledRegister> Peripherals::polled() const {
  std::vector<protocol::PolledRegister> found;
  for (const auto& [address, state] : registers_)
    if (state.mostReads > kIdleTimeout) found.push_back({address, state.mostReads});
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.reads > b.reads; });
  return found;
}

} // namespace arenascope::image
