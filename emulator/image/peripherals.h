// The registers around a processor that nobody knows the board of: they remember what is written, answer who waits for
// them, and keep what looks like text.
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
  // fixed: what registers always answer, by address. cycles: how many the processor has executed.
  Peripherals(std::map<std::uint32_t, std::uint32_t> fixed, std::function<std::uint64_t()> cycles);

  std::uint32_t read(std::uint32_t address, unsigned bytes);
  void write(std::uint32_t address, unsigned bytes, std::uint32_t value);

  // Text that semihosting or a debugger's channel was given.
  void print(const std::string& text) { debug_ += text; }
  // What the interpreter said through DebugLog(); what a board prints of it is the same text again.
  void log(const std::string& text) { log_ += text; }
  // All that was printed: by the debugger's channels, or else by the register that text was written to, or by
  // DebugLog().
  std::string console() const;
  // Those that were answered with what they do not hold, most reads first.
  std::vector<protocol::PolledRegister> polled() const;
  // The last value written to a word; nothing where none was.
  std::uint32_t stored(std::uint32_t address) const;

private:
  struct Register {
    std::uint32_t value = 0;
    std::uint64_t reads = 0; // since the last write
    std::uint64_t mostReads = 0;
    std::string text;         // every value written that is a character
    std::uint64_t writes = 0; // carriage returns apart
  };

  std::uint32_t answer(Register& found);

  std::map<std::uint32_t, std::uint32_t> fixed_;
  std::function<std::uint64_t()> cycles_;
  std::map<std::uint32_t, Register> registers_; // by address of the word
  std::string debug_;
  std::string log_;
};

} // namespace arenascope::image
