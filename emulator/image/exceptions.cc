#include "emulator/image/exceptions.h"

#include <cstring>

namespace arenascope::image {

namespace {

constexpr std::uint32_t kFrameWords = 8; // r0 to r3, r12, lr, pc, xpsr
constexpr std::uint32_t kFrameBytes = 4 * kFrameWords;
constexpr std::uint32_t kAligned = 1U << 9; // in the saved status: the stack was aligned to 8
constexpr std::uint32_t kThumb = 1U << 24;
constexpr std::uint32_t kNumberMask = 0x1FF;
constexpr std::uint32_t kToHandler = 0xFFFFFFF1;
constexpr std::uint32_t kToMainStack = 0xFFFFFFF9;
constexpr std::uint32_t kToProcessStack = 0xFFFFFFFD;
constexpr std::uint32_t kProcessStack = 1U << 1; // bit of CONTROL

constexpr std::array kSaved = {UC_ARM_REG_R0, UC_ARM_REG_R1,  UC_ARM_REG_R2,
                               UC_ARM_REG_R3, UC_ARM_REG_R12, UC_ARM_REG_LR};

} // namespace

std::uint32_t Exceptions::read(int number) const {
  std::uint32_t value = 0;
  uc_reg_read(engine_, number, &value);
  return value;
}

void Exceptions::write(int number, std::uint32_t value) const { uc_reg_write(engine_, number, &value); }

bool Exceptions::enter(std::uint32_t number, std::uint32_t handler, std::uint32_t returnAddress) {
  const std::uint32_t status = read(UC_ARM_REG_XPSR);
  const bool process = !inHandler() && (read(UC_ARM_REG_CONTROL) & kProcessStack) != 0;
  const std::uint32_t stack = read(UC_ARM_REG_SP);
  const bool move = stack % 8 != 0;
  const std::uint32_t frame = stack - kFrameBytes - (move ? 4 : 0);
  const std::span<std::uint8_t> bytes = memory_(frame, kFrameBytes);
  if (bytes.empty()) return false;
  std::array<std::uint32_t, kFrameWords> words{};
  for (std::size_t i = 0; i < kSaved.size(); ++i) words[i] = read(kSaved[i]);
  words[6] = returnAddress;
  words[7] = (status & ~kAligned) | kThumb | (move ? kAligned : 0);
  std::memcpy(bytes.data(), words.data(), kFrameBytes);

  Floats floats{};
  for (std::size_t i = 0; i < floats.size(); ++i) uc_reg_read(engine_, UC_ARM_REG_D0 + static_cast<int>(i), &floats[i]);
  const std::uint32_t back = inHandler() ? kToHandler : process ? kToProcessStack : kToMainStack;
  floats_.push_back(floats);
  write(UC_ARM_REG_SP, frame);
  // An exception number in the status selects handler mode and the main stack.
  write(UC_ARM_REG_XPSR, (status & ~kNumberMask) | kThumb | number);
  write(UC_ARM_REG_LR, back);
  write(UC_ARM_REG_PC, handler | 1);
  return true;
}

std::uint32_t Exceptions::leave(std::uint32_t exceptionReturn) {
  if (!inHandler()) return 0;
  const bool process = (exceptionReturn & 4U) != 0;
  const std::uint32_t frame = read(process ? UC_ARM_REG_PSP : UC_ARM_REG_MSP);
  const std::span<std::uint8_t> bytes = memory_(frame, kFrameBytes);
  if (bytes.empty()) return 0;
  std::array<std::uint32_t, kFrameWords> words{};
  std::memcpy(words.data(), bytes.data(), kFrameBytes);
  const std::uint32_t stack = frame + kFrameBytes + ((words[7] & kAligned) != 0 ? 4 : 0);
  write(process ? UC_ARM_REG_PSP : UC_ARM_REG_MSP, stack);
  write(UC_ARM_REG_XPSR, words[7] & ~kAligned);
  const bool toThread = (exceptionReturn & 8U) != 0;
  if (toThread) {
    const std::uint32_t control = read(UC_ARM_REG_CONTROL);
    write(UC_ARM_REG_CONTROL, process ? control | kProcessStack : control & ~kProcessStack);
  }
  write(UC_ARM_REG_SP, stack);
  for (std::size_t i = 0; i < kSaved.size(); ++i) write(kSaved[i], words[i]);
  for (std::size_t i = 0; i < floats_.back().size(); ++i)
    uc_reg_write(engine_, UC_ARM_REG_D0 + static_cast<int>(i), &floats_.back()[i]);
  floats_.pop_back();
  if (toThread) floats_.clear();
  write(UC_ARM_REG_PC, words[6] | 1);
  return words[6] & ~1U;
}

} // namespace arenascope::image
