// A 32-bit executable, opened for reading.
#pragma once

#include <gelf.h>
#include <libelf.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"
#include "emulator/cpu/format.h"

namespace arenascope::elf {

// Contents of the first section of a type; empty if there is none.
std::span<const std::uint8_t> sectionOf(Elf* elf, std::uint32_t type);
// The compiler, "GCC 12.2.1 20221205", from the section that compilers write; empty if there is none.
std::string compilerOf(Elf* elf);
// A symbol's name as in C++ source; the name itself if it is not a C++ one.
std::string demangledName(const char* name);

class ElfFile {
public:
  // Fails if the file is missing or is not a 32-bit executable of this instruction set.
  static Result<ElfFile> open(const std::filesystem::path& path, const cpu::Format& format);

  Elf* get() const { return elf_.get(); }
  const GElf_Ehdr& header() const { return header_; }
  // An error about this file.
  Error bad(const std::string& what) const;

  std::span<const std::uint8_t> bytes() const;
  void forEachSection(std::uint32_t type, const std::function<void(const GElf_Shdr&, Elf_Data*)>& visit) const;

private:
  struct Close {
    void operator()(const int* descriptor) const;
  };
  struct End {
    void operator()(Elf* elf) const { elf_end(elf); }
  };

  std::filesystem::path path_;
  std::unique_ptr<int, Close> descriptor_;
  std::unique_ptr<Elf, End> elf_; // destroyed before the file is closed
  GElf_Ehdr header_{};
};

} // namespace arenascope::elf
