#include "emulator/rp2040/rp2040.h"

#include <limits>

namespace arenascope::rp2040 {

namespace {

constexpr std::uint64_t kCyclesOfMicrosecond = 125; // at the SDK's clock

// Offsets in the single-cycle I/O block.
constexpr std::uint32_t kCore = 0x000;
constexpr std::uint32_t kFifoState = 0x050;
constexpr std::uint32_t kFifoHasWord = 1;
constexpr std::uint32_t kFifoHasRoom = 2;
constexpr std::uint32_t kFifoWrite = 0x054;
constexpr std::uint32_t kFifoRead = 0x058;
constexpr std::size_t kFifoWords = 8;
constexpr std::uint32_t kUnsignedDividend = 0x060;
constexpr std::uint32_t kUnsignedDivisor = 0x064;
constexpr std::uint32_t kSignedDividend = 0x068;
constexpr std::uint32_t kSignedDivisor = 0x06C;
constexpr std::uint32_t kQuotient = 0x070;
constexpr std::uint32_t kRemainder = 0x074;
constexpr std::uint32_t kDividerState = 0x078;
constexpr std::uint32_t kDividerReady = 1;
constexpr std::uint32_t kLocks = 0x100;
constexpr std::uint32_t kLocksEnd = 0x180;

constexpr std::uint32_t kPowerOffClear = 0x40013004; // writing ones to FRCE_OFF here clears them
constexpr std::uint32_t kPowerOfSecondCore = 1U << 16;
constexpr std::uint32_t kFlashState = kFlashInterface + 0x28;
constexpr std::uint32_t kFlashReady = 0x0E; // its queues are neither full nor empty
constexpr std::uint32_t kFlashData = kFlashInterface + 0x60;
constexpr std::uint32_t kFlashAnswer = 0x02; // status of a flash chip: not busy, quad mode enabled
constexpr std::uint32_t kTimerHigh = 0x40054008;
constexpr std::uint32_t kTimerLow = 0x4005400C;
constexpr std::uint32_t kTimerRawHigh = 0x40054024;
constexpr std::uint32_t kTimerRawLow = 0x40054028;

} // namespace

// Results for a divisor of zero and for overflow follow the datasheet (2.3.1.5).
void SingleCycleIo::Divider::divide(bool isSigned) {
  const bool negative = isSigned && (dividend >> 31) != 0;
  if (divisor == 0) {
    quotient = negative ? 1 : ~std::uint32_t{0};
    remainder = dividend;
  } else if (isSigned) {
    const std::int64_t wide = static_cast<std::int32_t>(dividend);
    quotient = static_cast<std::uint32_t>(wide / static_cast<std::int32_t>(divisor));
    remainder = static_cast<std::uint32_t>(wide % static_cast<std::int32_t>(divisor));
  } else {
    quotient = dividend / divisor;
    remainder = dividend % divisor;
  }
}

std::uint32_t SingleCycleIo::read(std::uint32_t offset) {
  const Divider& divider = dividers_[core_];
  std::deque<std::uint32_t>& queue = queues_[core_];
  switch (offset) {
  case kCore: return static_cast<std::uint32_t>(core_);
  case kFifoState:
    waits_ = waits_ || queue.empty();
    return (queue.empty() ? 0 : kFifoHasWord) | (queues_[1 - core_].size() < kFifoWords ? kFifoHasRoom : 0);
  case kFifoRead: {
    const std::uint32_t word = queue.empty() ? 0 : queue.front();
    if (!queue.empty()) queue.pop_front();
    return word;
  }
  case kUnsignedDividend:
  case kSignedDividend: return divider.dividend;
  case kUnsignedDivisor:
  case kSignedDivisor: return divider.divisor;
  case kQuotient: return divider.quotient;
  case kRemainder: return divider.remainder;
  case kDividerState: return kDividerReady;
  default: break;
  }
  if (offset < kLocks || offset >= kLocksEnd) return others_[offset / 4];
  const std::uint32_t lock = 1U << ((offset - kLocks) / 4);
  const bool isFree = (locks_ & lock) == 0;
  locks_ |= lock;
  waits_ = waits_ || !isFree;
  return isFree ? lock : 0;
}

// The boot ROM echoes each word, and starts the core with the last three of 0, 0, 1, vector table, stack, entry
// (2.8.2).
void SingleCycleIo::tellSecondCore(std::uint32_t word) {
  queues_[0].push_back(word);
  const std::size_t at = received_.size();
  if (at < 3 && word != (at == 2 ? 1U : 0U)) {
    received_.clear();
    if (word == 0) received_.push_back(0);
    return;
  }
  received_.push_back(word);
  if (received_.size() < 6) return;
  launch_ = Launch{.vectorTable = received_[3], .stack = received_[4], .entry = received_[5]};
  started_ = true;
  received_.clear();
}

void SingleCycleIo::writePower(std::uint32_t address, std::uint32_t value) {
  if (address != kPowerOffClear || (value & kPowerOfSecondCore) == 0) return;
  started_ = false;
  launch_.reset();
  received_.clear();
  for (auto& queue : queues_) queue.clear();
  queues_[0].push_back(0); // the core signals that it is ready
}

void SingleCycleIo::write(std::uint32_t offset, std::uint32_t value) {
  Divider& divider = dividers_[core_];
  switch (offset) {
  case kFifoWrite:
    if (core_ == 0 && !started_)
      tellSecondCore(value);
    else
      queues_[1 - core_].push_back(value);
    return;
  case kUnsignedDividend:
  case kSignedDividend: divider.dividend = value; return divider.divide(offset == kSignedDividend);
  case kUnsignedDivisor:
  case kSignedDivisor: divider.divisor = value; return divider.divide(offset == kSignedDivisor);
  case kQuotient: divider.quotient = value; return;
  case kRemainder: divider.remainder = value; return;
  default: break;
  }
  if (offset >= kLocks && offset < kLocksEnd)
    locks_ &= ~(1U << ((offset - kLocks) / 4));
  else
    others_[offset / 4] = value;
}

std::optional<std::uint32_t> registerValue(std::uint32_t address, std::uint64_t cycles) {
  const std::uint64_t microseconds = cycles / kCyclesOfMicrosecond;
  switch (address) {
  case kFlashState: return kFlashReady;
  case kFlashData: return kFlashAnswer;
  case kTimerHigh:
  case kTimerRawHigh: return static_cast<std::uint32_t>(microseconds >> 32);
  case kTimerLow:
  case kTimerRawLow: return static_cast<std::uint32_t>(microseconds);
  default: return std::nullopt;
  }
}

} // namespace arenascope::rp2040
