#include "emulator/elf/firmware_loader.h"

#include "emulator/elf/elf_file.h"

namespace arenascope::elf {

Result<protocol::FirmwareImage> loadFirmware(const std::filesystem::path& path, const cpu::Format& format) {
  const Result<ElfFile> file = ElfFile::open(path, format);
  if (!file) return file.error();
  protocol::FirmwareInfo info;
  info.entry = static_cast<std::uint32_t>(file->header().e_entry);
  const std::span<const std::uint8_t> raw = file->bytes();
  std::size_t programHeaders = 0;
  if (raw.empty() || elf_getphdrnum(file->get(), &programHeaders) != 0) return file->bad("cannot be read");
  for (std::size_t i = 0; i < programHeaders; ++i) {
    GElf_Phdr segment{};
    if (gelf_getphdr(file->get(), static_cast<int>(i), &segment) == nullptr)
      return file->bad("has a bad program header");
    if (segment.p_type != PT_LOAD || segment.p_filesz == 0) continue;
    if (segment.p_offset > raw.size() || segment.p_filesz > raw.size() - segment.p_offset)
      return file->bad("is cut off");
    const auto bytes = raw.subspan(segment.p_offset, segment.p_filesz);
    info.segments.push_back({.address = static_cast<std::uint32_t>(segment.p_vaddr),
                             .loadAddress = static_cast<std::uint32_t>(segment.p_paddr),
                             .bytes = {bytes.begin(), bytes.end()}});
  }
  file->forEachSection(SHT_SYMTAB, [&](const GElf_Shdr& table, Elf_Data* data) {
    for (int i = 0; static_cast<std::uint64_t>(i) < table.sh_size / table.sh_entsize; ++i) {
      GElf_Sym symbol{};
      if (gelf_getsym(data, i, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
      const char* name = elf_strptr(file->get(), table.sh_link, symbol.st_name);
      if (name == nullptr || *name == '\0') continue;
      if (*name == '$') {
        if (name[1] == format.codeMapping || name[1] == 'd')
          info.mapping[static_cast<std::uint32_t>(symbol.st_value)] = name[1] != 'd';
        continue;
      }
      const bool function = GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
      const auto value = static_cast<std::uint32_t>(symbol.st_value);
      const std::uint32_t address = function ? format.addressOf(value) : value;
      info.symbols[name] = address;
      if (GELF_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size > 0)
        info.objects[address] = static_cast<std::uint32_t>(symbol.st_size);
      if (function) info.functions[address] = {static_cast<std::uint32_t>(symbol.st_size), demangledName(name)};
    }
  });
  protocol::FirmwareImage image(format, std::move(info));
  if (!image.hasCode()) return file->bad("has no code at its entry point");
  return image;
}

} // namespace arenascope::elf
