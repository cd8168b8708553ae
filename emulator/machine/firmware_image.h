// A firmware image: an ELF file with its loadable bytes and its functions' names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "emulator/isa/architecture.h"

namespace arenascope::machine {

class FirmwareImage {
public:
  struct Segment {
    std::uint32_t address = 0;     // where the program uses it
    std::uint32_t loadAddress = 0; // where it lies in flash: another one for initial values of variables
    std::vector<std::uint8_t> bytes;

    bool holds(std::uint32_t first, std::size_t count) const {
      return first >= address && first - address <= bytes.size() && count <= bytes.size() - (first - address);
    }
  };

  // Fails where the file is missing or is not a 32-bit executable of that instruction set.
  static Result<FirmwareImage> load(const std::filesystem::path& path, const isa::Architecture& architecture);

  // The same of bytes without symbols. hash: SHA-256 of the file.
  static FirmwareImage fromSegments(const isa::Architecture& architecture, std::vector<Segment> segments,
                                    std::uint32_t entry, std::string hash);

  // From now on the functions of another image have their names here as well.
  void addFunctions(const FirmwareImage& other);

  const isa::Architecture& architecture() const { return *architecture_; }
  // SHA-256 of the whole file.
  const std::string& hash() const { return hash_; }
  std::uint32_t entry() const { return entry_; }
  const std::vector<Segment>& segments() const { return segments_; }
  // The segment that holds the entry point.
  const Segment& code() const { return segments_[code_]; }
  // Stretches of instructions in it, without the constants between them; none where the file has no mapping symbols.
  std::vector<isa::CodeRange> codeRanges() const;
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
  struct Function {
    std::uint32_t size = 0;
    std::string name;
  };

  bool findCode();
  std::map<std::uint32_t, Function>::const_iterator functionOf(std::uint32_t address) const;

  explicit FirmwareImage(const isa::Architecture& architecture) : architecture_(&architecture) {}

  const isa::Architecture* architecture_;
  std::string hash_;
  std::uint32_t entry_ = 0;
  std::vector<Segment> segments_;
  std::size_t code_ = 0;
  std::map<std::string, std::uint32_t> symbols_;
  std::map<std::uint32_t, Function> functions_;
  std::map<std::uint32_t, std::uint32_t> objects_; // bytes by address
  std::map<std::uint32_t, bool> mapping_;          // where instructions (true) or constants begin
};

} // namespace arenascope::machine
