#include "emulator/elf/elf_file.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace arenascope::elf {

void ElfFile::Close::operator()(const int* descriptor) const {
  close(*descriptor);
  delete descriptor;
}

Error ElfFile::bad(const std::string& what) const {
  return {Stage::kFirmware, "firmware image " + path_.string() + " " + what};
}

Result<ElfFile> ElfFile::open(const std::filesystem::path& path, const cpu::Format& format) {
  ElfFile file;
  file.path_ = path;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return file.bad("is missing: build or install the firmware images, or set ARENASCOPE_FIRMWARE_DIR");
  file.descriptor_.reset(new int(descriptor));
  elf_version(EV_CURRENT);
  file.elf_.reset(elf_begin(descriptor, ELF_C_READ, nullptr));
  if (!file.elf_ || elf_kind(file.get()) != ELF_K_ELF || gelf_getehdr(file.get(), &file.header_) == nullptr)
    return file.bad("is not an ELF file");
  if (file.header_.e_machine != format.elfMachine || gelf_getclass(file.get()) != ELFCLASS32)
    return file.bad(fmt::format("is not for a {} processor", format.name));
  return file;
}

std::string demangledName(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && text ? text.get() : name;
}

std::string compilerOf(Elf* elf) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return {};
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr; section = elf_nextscn(elf, section)) {
    GElf_Shdr info{};
    if (gelf_getshdr(section, &info) == nullptr) continue;
    const char* name = elf_strptr(elf, names, info.sh_name);
    if (name == nullptr || std::string_view(name) != ".comment") continue;
    const Elf_Data* data = elf_rawdata(section, nullptr);
    if (data == nullptr || data->d_buf == nullptr) return {};
    constexpr std::size_t kLongest = 80;
    const auto* text = static_cast<const char*>(data->d_buf);
    std::string compiler(text, strnlen(text, std::min<std::size_t>(data->d_size, kLongest)));
    // "GCC: (15:12.2.rel1-1) 12.2.1 20221205"
    constexpr std::string_view kGcc = "GCC: (";
    const std::size_t end = compiler.starts_with(kGcc) ? compiler.find(") ") : std::string::npos;
    return end == std::string::npos ? compiler : "GCC " + compiler.substr(end + 2);
  }
  return {};
}

std::span<const std::uint8_t> ElfFile::bytes() const {
  std::size_t count = 0;
  const char* raw = elf_rawfile(get(), &count);
  return {reinterpret_cast<const std::uint8_t*>(raw), raw == nullptr ? 0 : count};
}

std::span<const std::uint8_t> sectionOf(Elf* elf, std::uint32_t type) {
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr; section = elf_nextscn(elf, section)) {
    GElf_Shdr info{};
    if (gelf_getshdr(section, &info) == nullptr || info.sh_type != type) continue;
    if (const Elf_Data* data = elf_rawdata(section, nullptr); data != nullptr)
      return {static_cast<const std::uint8_t*>(data->d_buf), data->d_size};
  }
  return {};
}

void ElfFile::forEachSection(std::uint32_t type, const std::function<void(const GElf_Shdr&, Elf_Data*)>& visit) const {
  for (Elf_Scn* section = elf_nextscn(get(), nullptr); section != nullptr; section = elf_nextscn(get(), section)) {
    GElf_Shdr info{};
    if (gelf_getshdr(section, &info) == nullptr || info.sh_type != type || info.sh_entsize == 0) continue;
    if (Elf_Data* data = elf_getdata(section, nullptr); data != nullptr) visit(info, data);
  }
}

} // namespace arenascope::elf
