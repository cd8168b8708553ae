// A firmware image: loadable bytes and function names, from whatever source (emulator/elf/firmware_loader.h).
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

// Contents of the file as plain data, which can be sent to a worker.
struct FirmwareInfo {
  struct Segment {
    std::uint32_t address = 0;     // run-time address
    std::uint32_t loadAddress = 0; // load address in flash; differs for initial values of variables
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

  // For raw bytes without symbols, no address has a name.
  FirmwareImage(const cpu::Format& format, FirmwareInfo info);

  const FirmwareInfo& info() const { return info_; }
  // Adds another image's functions, so that their addresses have names here too.
  void addFunctions(const FirmwareImage& other);

  const cpu::Format& format() const { return *format_; }
  // SHA-256 of the whole file; empty if it was not computed.
  const std::string& hash() const { return info_.hash; }
  void setHash(std::string hash) { info_.hash = std::move(hash); }
  std::uint32_t entry() const { return info_.entry; }
  const std::vector<Segment>& segments() const { return info_.segments; }
  // Whether a segment holds the entry point.
  bool hasCode() const { return code_ < info_.segments.size(); }
  // The segment with the entry point; only if hasCode().
  const Segment& code() const { return info_.segments[code_]; }
  // Ranges of instructions in it, without the constants in between; empty if the file has no mapping symbols.
  std::vector<cpu::CodeRange> codeRanges() const;
  // Address of a function or object by its linker name.
  std::optional<std::uint32_t> symbol(const std::string& name) const;
  // Addresses of functions whose demangled name starts with this text, ascending.
  std::vector<std::uint32_t> functionsNamed(std::string_view beginning) const;
  // Size of the object at this address in bytes; 0 if no symbol gives it.
  std::uint32_t objectBytes(std::uint32_t address) const;
  // Contents at an address; nothing, or an empty text, outside the image.
  std::optional<std::uint32_t> word(std::uint32_t address) const;
  std::string text(std::uint32_t address) const;
  // Start of the function that contains an address; the address itself if there is none.
  std::uint32_t functionStart(std::uint32_t address) const;
  // Demangled name of the function that contains an address; empty if there is none.
  std::string functionAt(std::uint32_t address) const;

private:
  std::map<std::uint32_t, FirmwareInfo::Function>::const_iterator functionOf(std::uint32_t address) const;

  const cpu::Format* format_;
  FirmwareInfo info_;
  std::size_t code_;
};

} // namespace arenascope::protocol
