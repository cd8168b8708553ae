#include "emulator/elf/ram_contents.h"

#include <algorithm>

#include "emulator/cpu/format.h"
#include "emulator/elf/elf_file.h"

namespace arenascope::elf {

namespace {

using report::RamContents;
using report::RamPiece;

void readSections(const ElfFile& file, const protocol::ImageFile& image, RamContents& ram) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(file.get(), &names) != 0) return;
  for (Elf_Scn* section = elf_nextscn(file.get(), nullptr); section != nullptr;
       section = elf_nextscn(file.get(), section)) {
    GElf_Shdr info{};
    if (gelf_getshdr(section, &info) == nullptr || (info.sh_flags & SHF_ALLOC) == 0 || info.sh_size == 0) continue;
    const char* name = elf_strptr(file.get(), names, info.sh_name);
    if (name == nullptr || image.isFlash(static_cast<std::uint32_t>(info.sh_addr))) continue;
    ram.sections.push_back(
        {.name = name, .address = info.sh_addr, .bytes = info.sh_size, .zeroed = info.sh_type == SHT_NOBITS});
  }
}

// An object belongs to a section in RAM; whatever has no type and no size is a mark.
void readSymbols(const ElfFile& file, RamContents& ram) {
  const auto inRam = [&ram](std::uint64_t address) {
    return std::ranges::any_of(ram.sections, [&](const RamPiece& section) { return section.holds(address); });
  };
  file.forEachSection(SHT_SYMTAB, [&](const GElf_Shdr& table, Elf_Data* data) {
    for (int i = 0; static_cast<std::uint64_t>(i) < table.sh_size / table.sh_entsize; ++i) {
      GElf_Sym symbol{};
      if (gelf_getsym(data, i, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
      const char* name = elf_strptr(file.get(), table.sh_link, symbol.st_name);
      if (name == nullptr || *name == '\0' || *name == '$') continue;
      const auto type = GELF_ST_TYPE(symbol.st_info);
      if (type == STT_OBJECT && symbol.st_size > 0 && inRam(symbol.st_value))
        ram.objects.push_back({.name = demangledName(name), .address = symbol.st_value, .bytes = symbol.st_size});
      else if (type == STT_NOTYPE)
        ram.marks[name] = symbol.st_value;
    }
  });
}

} // namespace

std::optional<RamContents> ramContents(const std::filesystem::path& path, const protocol::ImageFile& image) {
  const Result<ElfFile> file = ElfFile::open(path, cpu::kThumbFormat);
  if (!file) return std::nullopt;
  RamContents ram;
  readSections(*file, image, ram);
  if (ram.sections.empty()) return std::nullopt;
  readSymbols(*file, ram);
  const auto byPlace = [](const RamPiece& piece) { return std::pair(piece.address, piece.bytes); };
  std::ranges::sort(ram.sections, {}, byPlace);
  std::ranges::sort(ram.objects, {}, byPlace);
  ram.initialStack = image.image.word(image.vectorTable).value_or(0);
  return ram;
}

} // namespace arenascope::elf
