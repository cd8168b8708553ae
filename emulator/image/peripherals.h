// Registers of an unknown board: they store writes, answer polling, and collect what looks like text.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "emulator/protocol/image_request.h"

namespace arenascope::image {

class Peripherals {
public:
  // fixed: constant values of registers, by address. cycles: the processor's cycle count.
  Peripherals(std::map<std::uint32_t, std::uint32_t> fixed, std::function<std::uint64_t()> cycles);

  std::uint32_t read(std::uint32_t address, unsigned bytes);
  void write(std::uint32_t address, unsigned bytes, std::uint32_t value);

  // Text from semihosting or a debugger's channel.
  void print(const std::string& text) { debug_ += text; }
  // Text from DebugLog(), which a board may print again through a register.
  void log(const std::string& text) { log_ += text; }
  // All text: from debugger channels, otherwise from the register with text, otherwise from DebugLog().
  std::string console() const;
  // Registers that were answered with a value they do not hold, most reads first.
  std::vector<protocol::PolledRegister> polled() const;
  // The last value written to a word; nothing if there was none.
  std::uint32_t stored(std::uint32_t address) const;

private:
  struct Register {
    std::uint32_t value = 0;
    std::uint64_t reads = 0; // since the last write
    std::uint64_t mostReads = 0;
    std::string text;         // all written values that are characters
    std::uint64_t writes = 0; // without carriage returns
  };

  std::uint32_t answer(Register& found);

  std::map<std::uint32_t, std::uint32_t> fixed_;
  std::function<std::uint64_t()> cycles_;
  std::map<std::uint32_t, Register> registers_; // by address of the word
  std::string debug_;
  std::string log_;
};

} // namespace arenascope::image
