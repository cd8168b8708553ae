#include "emulator/machine/firmware_image.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace arenascope::machine {

namespace {

class Descriptor {
public:
  explicit Descriptor(const std::filesystem::path& path) : value_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (value_ >= 0) close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

private:
  int value_;
};

struct ElfEnd {
  void operator()(Elf* elf) const { elf_end(elf); }
};
using ElfHandle = std::unique_ptr<Elf, ElfEnd>;

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && text ? text.get() : name;
}

} // namespace

profile::Result<FirmwareImage> FirmwareImage::load(const std::filesystem::path& path) {
  const auto bad = [&](const std::string& what) {
    return profile::Error{"firmware", "firmware image " + path.string() + " " + what};
  };
  const Descriptor file(path);
  if (file.get() < 0) return bad("is missing: build or install the firmware images, or set ARENASCOPE_FIRMWARE_DIR");
  elf_version(EV_CURRENT);
  const ElfHandle elf(elf_begin(file.get(), ELF_C_READ, nullptr));
  GElf_Ehdr header{};
  if (!elf || elf_kind(elf.get()) != ELF_K_ELF || gelf_getehdr(elf.get(), &header) == nullptr)
    return bad("is not an ELF file");
  if (header.e_machine != EM_ARM || gelf_getclass(elf.get()) != ELFCLASS32)
    return bad("is not for a 32-bit ARM processor");

  FirmwareImage image;
  image.entry_ = static_cast<std::uint32_t>(header.e_entry);
  std::size_t fileBytes = 0;
  const char* raw = elf_rawfile(elf.get(), &fileBytes);
  std::size_t programHeaders = 0;
  if (raw == nullptr || elf_getphdrnum(elf.get(), &programHeaders) != 0) return bad("cannot be read");
  for (std::size_t i = 0; i < programHeaders; ++i) {
    GElf_Phdr segment{};
    if (gelf_getphdr(elf.get(), static_cast<int>(i), &segment) == nullptr) return bad("has a bad program header");
    if (segment.p_type != PT_LOAD || segment.p_filesz == 0) continue;
    if (segment.p_offset > fileBytes || segment.p_filesz > fileBytes - segment.p_offset) return bad("is cut off");
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(raw) + segment.p_offset;
    image.segments_.push_back(
        {static_cast<std::uint32_t>(segment.p_vaddr), std::vector<std::uint8_t>(bytes, bytes + segment.p_filesz)});
  }
  const auto holdsEntry = [&](const Segment& segment) {
    return image.entry_ >= segment.address && image.entry_ - segment.address < segment.bytes.size();
  };
  const auto code = std::find_if(image.segments_.begin(), image.segments_.end(), holdsEntry);
  if (code == image.segments_.end()) return bad("has no code at its entry point");
  image.code_ = static_cast<std::size_t>(code - image.segments_.begin());
  for (Elf_Scn* section = elf_nextscn(elf.get(), nullptr); section != nullptr;
       section = elf_nextscn(elf.get(), section)) {
    GElf_Shdr info{};
    if (gelf_getshdr(section, &info) == nullptr || info.sh_type != SHT_SYMTAB || info.sh_entsize == 0) continue;
    Elf_Data* data = elf_getdata(section, nullptr);
    for (int i = 0; data != nullptr && static_cast<std::uint64_t>(i) < info.sh_size / info.sh_entsize; ++i) {
      GElf_Sym symbol{};
      if (gelf_getsym(data, i, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
      const char* name = elf_strptr(elf.get(), info.sh_link, symbol.st_name);
      if (name == nullptr || *name == '\0' || *name == '$') continue;
      const bool function = GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
      const auto address = static_cast<std::uint32_t>(symbol.st_value) & (function ? ~1U : ~0U);
      image.symbols_[name] = address;
      if (function) image.functions_[address] = {static_cast<std::uint32_t>(symbol.st_size), demangled(name)};
    }
  }
  return image;
}

std::optional<std::uint32_t> FirmwareImage::symbol(const std::string& name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? std::nullopt : std::optional(found->second);
}

std::string FirmwareImage::functionAt(std::uint32_t address) const {
  auto next = functions_.upper_bound(address);
  if (next == functions_.begin()) return {};
  const auto& [start, function] = *std::prev(next);
  return address < start + std::max(function.size, 2U) ? function.name : std::string();
}

} // namespace arenascope::machine
