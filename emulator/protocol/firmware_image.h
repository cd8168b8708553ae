// A firmware image: its loadable bytes and its functions' names, wherever they come from
// (emulator/elf/firmware_loader.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/cpu/format.h"

namespace arenascope::protocol {

// What a file says; plain data, for another process as well.
struct FirmwareInfo {
  struct Segment {
    std::uint32_t address = 0;     // where the program uses it
    std::uint32_t loadAddress = 0; // where it lies in flash: another one for initial values of variables
    std::vector<std::uint8_t> bytes;

    bool holds(std::uint32_t first, std::size_t count) const {
      return first >= address && first - address <= bytes.size() && count <= bytes.size() - (first - address);
    }
  };
  struct Function {
    std::uint32_t size = 0;
    std::string name; // demangled
  };

  std::string hash; // SHA-256 of the whole file
  std::uint32_t entry = 0;
  std::vector<Segment> segments;
  std::map<std::string, std::uint32_t> symbols; // by linker name
  std::map<std::uint32_t, Function> functions;
  std::map<std::uint32_t, std::uint32_t> objects; // bytes by address
  std::map<std::uint32_t, bool> mapping;          // where instructions (true) or constants begin
};

class FirmwareImage {
public:
  using Segment = FirmwareInfo::Segment;

  // Of bytes without symbols nothing has a name.
  FirmwareImage(const cpu::Format& format, FirmwareInfo info);

  const FirmwareInfo& info() const { return info_; }
  // From now on the functions of another image have their names here as well.
  void addFunctions(const FirmwareImage& other);

  const cpu::Format& format() const { return *format_; }
  // SHA-256 of the whole file; empty where nobody has needed it.
  const std::string& hash() const { return info_.hash; }
  void setHash(std::string hash) { info_.hash = std::move(hash); }
  std::uint32_t entry() const { return info_.entry; }
  const std::vector<Segment>& segments() const { return info_.segments; }
  // Whether a segment holds the entry point,
  bool hasCode() const { return code_ < info_.segments.size(); }
  // and which one does, where there is one.
  const Segment& code() const { return info_.segments[code_]; }
  // Stretches of instructions in it, without the constants between them; none where the file has no mapping symbols.
  std::vector<cpu::CodeRange> codeRanges() const;
  // Address of a function or object by its linker name.
  std::optional<std::uint32_t> symbol(const std::string& name) const;
  // Where functions begin whose demangled name starts with these words; in the order of addresses.
  std::vector<std::uint32_t> functionsNamed(std::string_view beginning) const;
  // Bytes of the object there; 0 where no symbol says.
  std::uint32_t objectBytes(std::uint32_t address) const;
  // What lies at an address: nothing, or an empty text, where the image has nothing there.
  std::optional<std::uint32_t> word(std::uint32_t address) const;
  std::string text(std::uint32_t address) const;
  // Where the function begins that an address belongs to; the address itself when none does.
  std::uint32_t functionStart(std::uint32_t address) const;
  // The function that an address belongs to, demangled; empty when none does.
  std::string functionAt(std::uint32_t address) const;

private:
  std::map<std::uint32_t, FirmwareInfo::Function>::const_iterator functionOf(std::uint32_t address) const;

  const cpu::Format* format_;
  FirmwareInfo info_;
  std::size_t code_;
};

} // namespace arenascope::protocol
