#include "emulator/machine/firmware_image.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/base/hash.h"
#include "emulator/machine/elf_file.h"

namespace arenascope::machine {

namespace {

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && text ? text.get() : name;
}

} // namespace

Result<FirmwareImage> FirmwareImage::load(const std::filesystem::path& path, const isa::Architecture& architecture) {
  const Result<ElfFile> file = ElfFile::open(path, architecture);
  if (!file) return file.error();
  FirmwareImage image(architecture);
  image.entry_ = static_cast<std::uint32_t>(file->header().e_entry);
  const std::span<const std::uint8_t> raw = file->bytes();
  image.hash_ = sha256Hex(raw);
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
    image.segments_.push_back({.address = static_cast<std::uint32_t>(segment.p_vaddr),
                               .loadAddress = static_cast<std::uint32_t>(segment.p_paddr),
                               .bytes = {bytes.begin(), bytes.end()}});
  }
  if (!image.findCode()) return file->bad("has no code at its entry point");
  file->forEachSection(SHT_SYMTAB, [&](const GElf_Shdr& info, Elf_Data* data) {
    for (int i = 0; static_cast<std::uint64_t>(i) < info.sh_size / info.sh_entsize; ++i) {
      GElf_Sym symbol{};
      if (gelf_getsym(data, i, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
      const char* name = elf_strptr(file->get(), info.sh_link, symbol.st_name);
      if (name == nullptr || *name == '\0') continue;
      if (*name == '$') {
        if (name[1] == architecture.codeMapping || name[1] == 'd')
          image.mapping_[static_cast<std::uint32_t>(symbol.st_value)] = name[1] != 'd';
        continue;
      }
      const bool function = GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
      const auto value = static_cast<std::uint32_t>(symbol.st_value);
      const std::uint32_t address = function ? architecture.addressOf(value) : value;
      image.symbols_[name] = address;
      if (GELF_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size > 0)
        image.objects_[address] = static_cast<std::uint32_t>(symbol.st_size);
      if (function) image.functions_[address] = {static_cast<std::uint32_t>(symbol.st_size), demangled(name)};
    }
  });
  return image;
}

FirmwareImage FirmwareImage::fromSegments(const isa::Architecture& architecture, std::vector<Segment> segments,
                                          std::uint32_t entry, std::string hash) {
  FirmwareImage image(architecture);
  image.segments_ = std::move(segments);
  image.entry_ = entry;
  image.hash_ = std::move(hash);
  image.findCode();
  return image;
}

void FirmwareImage::addFunctions(const FirmwareImage& other) {
  functions_.insert(other.functions_.begin(), other.functions_.end());
}

// False where no segment holds the entry point.
bool FirmwareImage::findCode() {
  const auto code = std::find_if(segments_.begin(), segments_.end(),
                                 [&](const Segment& segment) { return segment.holds(entry_, 1); });
  if (code == segments_.end()) return false;
  code_ = static_cast<std::size_t>(code - segments_.begin());
  return true;
}

std::vector<std::uint32_t> FirmwareImage::functionsNamed(std::string_view beginning) const {
  std::vector<std::uint32_t> found;
  for (const auto& [address, function] : functions_)
    if (function.name.starts_with(beginning)) found.push_back(address);
  return found;
}

std::uint32_t FirmwareImage::objectBytes(std::uint32_t address) const {
  const auto found = objects_.find(address);
  return found == objects_.end() ? 0 : found->second;
}

std::vector<isa::CodeRange> FirmwareImage::codeRanges() const {
  std::vector<isa::CodeRange> ranges;
  const std::span<const std::uint8_t> bytes = code().bytes;
  const std::uint32_t begin = code().address;
  const auto end = static_cast<std::uint32_t>(begin + bytes.size());
  for (auto at = mapping_.lower_bound(begin); at != mapping_.end() && at->first < end; ++at) {
    if (!at->second) continue;
    const auto next = std::next(at);
    const std::uint32_t until = next == mapping_.end() ? end : std::min(next->first, end);
    ranges.push_back({at->first, bytes.subspan(at->first - begin, until - at->first)});
  }
  return ranges;
}

std::optional<std::uint32_t> FirmwareImage::word(std::uint32_t address) const {
  for (const Segment& segment : segments_) {
    if (!segment.holds(address, sizeof(std::uint32_t))) continue;
    std::uint32_t value = 0;
    std::memcpy(&value, segment.bytes.data() + (address - segment.address), sizeof(value));
    return value;
  }
  return std::nullopt;
}

std::string FirmwareImage::text(std::uint32_t address) const {
  std::string result;
  for (const Segment& segment : segments_)
    for (; segment.holds(address, 1) && segment.bytes[address - segment.address] != 0; ++address)
      result += static_cast<char>(segment.bytes[address - segment.address]);
  return result;
}

std::optional<std::uint32_t> FirmwareImage::symbol(const std::string& name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? std::nullopt : std::optional(found->second);
}

std::map<std::uint32_t, FirmwareImage::Function>::const_iterator
FirmwareImage::functionOf(std::uint32_t address) const {
  auto next = functions_.upper_bound(address);
  if (next == functions_.begin()) return functions_.end();
  const auto found = std::prev(next);
  return address < found->first + std::max(found->second.size, 2U) ? found : functions_.end();
}

std::uint32_t FirmwareImage::functionStart(std::uint32_t address) const {
  const auto found = functionOf(address);
  return found == functions_.end() ? address : found->first;
}

std::string FirmwareImage::functionAt(std::uint32_t address) const {
  const auto found = functionOf(address);
  return found == functions_.end() ? std::string() : found->second.name;
}

} // namespace arenascope::machine
