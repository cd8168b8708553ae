#include "emulator/elf/flash_usage.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <string_view>

#include "core/base/text_parts.h"
#include "core/interpreter/ops/operator_codes.h"
#include "emulator/elf/elf_file.h"
#include "emulator/firmware/mailbox.h"

namespace arenascope::elf {

namespace {

struct InputSection {
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
  // Strings and constants that the linker deduplicated. The map has their sizes from before.
  bool merged = false;

  std::uint32_t end() const { return address + bytes; }
};

std::string_view nextWord(std::string_view& line) {
  line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ')));
  return takeUntil(line, ' ');
}

// "0x8000"
std::optional<std::uint32_t> hexadecimal(std::string_view word) {
  std::uint32_t value = 0;
  if (!word.starts_with("0x")) return std::nullopt;
  const auto [end, problem] = std::from_chars(word.data() + 2, word.data() + word.size(), value, 16);
  return problem == std::errc() ? std::optional(value) : std::nullopt;
}

// The next input section of a linker map: " .text.name 0xaddress 0xbytes file", in two lines if the name is long.
std::optional<InputSection> nextSection(std::string_view& map) {
  while (!map.empty()) {
    std::string_view line = takeUntil(map, '\n');
    if (!line.starts_with(" .")) continue;
    const std::string_view name = nextWord(line);
    std::string_view word = nextWord(line);
    if (word.empty()) {
      line = takeUntil(map, '\n');
      word = nextWord(line);
    }
    const std::optional<std::uint32_t> address = hexadecimal(word);
    const std::optional<std::uint32_t> bytes = hexadecimal(nextWord(line));
    if (!address || bytes.value_or(0) == 0 || nextWord(line).empty()) continue;
    return InputSection{*address, *bytes,
                        name.find(".str1.") != std::string_view::npos || name.find(".cst") != std::string_view::npos};
  }
  return std::nullopt;
}

// Sections with contents, by address. Of several at one address, all but one are merged sections that became empty.
std::map<std::uint32_t, InputSection> readSections(const std::filesystem::path& path,
                                                   const protocol::FirmwareImage& image) {
  std::string text;
  std::getline(std::ifstream(path), text, '\0'); // all of it
  std::map<std::uint32_t, InputSection> sections;
  std::string_view map = text;
  while (const std::optional<InputSection> section = nextSection(map)) {
    if (!image.word(section->address & ~3U)) continue; // not loaded: dropped, or zeros
    InputSection& known = sections[section->address];
    if (known.bytes == 0 || known.merged) known = *section;
  }
  return sections;
}

} // namespace

Result<std::vector<FlashUsage::Reference>> FlashUsage::readReferences(const std::filesystem::path& path,
                                                                      const protocol::FirmwareImage& image) const {
  const Result<ElfFile> file = ElfFile::open(path, image.format());
  if (!file) return file.error();
  std::vector<GElf_Sym> symbols;
  file->forEachSection(SHT_SYMTAB, [&](const GElf_Shdr& info, Elf_Data* data) {
    symbols.resize(info.sh_size / info.sh_entsize);
    for (std::size_t i = 0; i < symbols.size(); ++i) gelf_getsym(data, static_cast<int>(i), &symbols[i]);
  });
  std::vector<Reference> references;
  const auto add = [&](const GElf_Rela& relocation) {
    const auto from = static_cast<std::uint32_t>(relocation.r_offset);
    const std::uint64_t symbol = GELF_R_SYM(relocation.r_info);
    const std::optional<std::uint32_t> word = image.word(from);
    if (!word || symbol >= symbols.size()) return; // of debug information
    // An absolute relocation has the address in its word; a branch points to its symbol.
    const bool isWord = GELF_R_TYPE(relocation.r_info) == image.format().absoluteRelocation;
    const auto target =
        static_cast<std::uint32_t>(symbols[symbol].st_value + static_cast<GElf_Addr>(relocation.r_addend));
    references.push_back({from, isWord ? *word : target});
  };
  const auto forEachEntry = [](const GElf_Shdr& info, auto visit) {
    for (int i = 0; static_cast<std::uint64_t>(i) < info.sh_size / info.sh_entsize; ++i) visit(i);
  };
  file->forEachSection(SHT_REL, [&](const GElf_Shdr& info, Elf_Data* data) {
    forEachEntry(info, [&](int i) {
      GElf_Rel relocation{};
      if (gelf_getrel(data, i, &relocation) != nullptr) add({relocation.r_offset, relocation.r_info, 0});
    });
  });
  file->forEachSection(SHT_RELA, [&](const GElf_Shdr& info, Elf_Data* data) {
    forEachEntry(info, [&](int i) {
      GElf_Rela relocation{};
      if (gelf_getrela(data, i, &relocation) != nullptr) add(relocation);
    });
  });
  if (references.empty()) return file->bad("was linked without --emit-relocs");
  return references;
}

bool FlashUsage::readMap(const std::filesystem::path& path, const protocol::FirmwareImage& image,
                         const std::vector<Reference>& references) {
  std::vector<std::uint32_t> targets;
  for (const Reference& reference : references) targets.push_back(reference.to);
  std::ranges::sort(targets);
  const std::map<std::uint32_t, InputSection> sections = readSections(path, image);
  for (auto next = sections.begin(); next != sections.end();) {
    const InputSection& section = next->second;
    ++next;
    const std::uint32_t nextAddress = next == sections.end() ? section.end() : next->first;
    std::uint32_t start = section.address;
    const std::uint32_t end = section.merged ? nextAddress : std::min(section.end(), nextAddress);
    if (section.merged)
      for (auto target = std::ranges::upper_bound(targets, start); target != targets.end() && *target < end;
           target = std::ranges::upper_bound(targets, start)) {
        pieces_.push_back({start, *target - start, {}});
        start = *target;
      }
    pieces_.push_back({start, end - start, {}});
  }
  for (const Reference& reference : references) {
    const std::size_t from = pieceAt(reference.from);
    const std::size_t to = pieceAt(reference.to);
    if (from < pieces_.size() && to < pieces_.size()) pieces_[from].refersTo.push_back(to);
  }
  return !pieces_.empty();
}

bool FlashUsage::readRegistrations(const protocol::FirmwareImage& image) {
  const std::optional<std::uint32_t> list = image.symbol("arenascope_registrations");
  if (!list) return false;
  const std::uint32_t first = image.word(*list).value_or(0);
  const std::uint32_t count = image.word(*list + 4).value_or(0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::optional<std::uint32_t> registration = image.word(first + 4 * i);
    if (!registration) return false;
    const std::size_t piece = pieceAt(*registration);
    const std::uint32_t code = image.word(*registration).value_or(0);
    const std::uint32_t customName = image.word(*registration + firmware::kRegistrationCustomName).value_or(0);
    if (piece == pieces_.size()) return false;
    const std::string name = customName != 0 ? image.text(customName) : ops::nameOf(static_cast<std::int32_t>(code));
    operators_.insert(name);
    registrations_[name] = piece;
  }
  return count > 0;
}

bool FlashUsage::readHarness(const protocol::FirmwareImage& image, std::span<const std::string> names) {
  const std::optional<std::uint32_t> list = image.symbol("arenascope_adders");
  if (!list) return false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::optional<std::uint32_t> function = image.word(*list + 4 * static_cast<std::uint32_t>(i));
    const std::size_t piece = pieceAt(image.format().addressOf(function.value_or(0)));
    if (piece == pieces_.size()) return false;
    operators_.insert(names[i]);
    registrations_[names[i]] = piece;
  }
  return !names.empty();
}

Result<FlashUsage> FlashUsage::load(const std::filesystem::path& path, const protocol::FirmwareImage& image,
                                    std::span<const std::string> harnessOperators) {
  FlashUsage usage;
  const Result<std::vector<Reference>> references = usage.readReferences(path, image);
  if (!references) return references.error();
  std::error_code code;
  std::filesystem::path map = std::filesystem::path(path).replace_extension(".sections");
  if (!std::filesystem::exists(map, code)) map.replace_extension(".map");
  if (!usage.readMap(map, image, *references) ||
      !(harnessOperators.empty() ? usage.readRegistrations(image) : usage.readHarness(image, harnessOperators)))
    return Error{Stage::kFirmware,
                 "the linker map " + map.string() + " is missing or does not fit the image: build or install it again"};
  std::vector<std::size_t> entry = {usage.pieceAt(image.entry())};
  if (entry.front() == usage.pieces_.size()) entry.clear();
  usage.interpreter_ = usage.reachable(entry);
  usage.all_ = usage.bytesFor(usage.operators_);
  return usage;
}

std::size_t FlashUsage::pieceAt(std::uint32_t address) const {
  const auto next = std::upper_bound(pieces_.begin(), pieces_.end(), address,
                                     [](std::uint32_t value, const Piece& piece) { return value < piece.address; });
  if (next == pieces_.begin()) return pieces_.size();
  const auto piece = std::prev(next);
  return address - piece->address < piece->bytes ? static_cast<std::size_t>(piece - pieces_.begin()) : pieces_.size();
}

FlashUsage::Pieces FlashUsage::reachable(const std::vector<std::size_t>& starts) const {
  Pieces closed(pieces_.size());
  for (const auto& [name, piece] : registrations_) closed[piece] = true;
  for (const std::size_t start : starts) closed[start] = false;
  Pieces found(pieces_.size());
  std::vector<std::size_t> open = starts;
  while (!open.empty()) {
    const std::size_t piece = open.back();
    open.pop_back();
    if (closed[piece] || found[piece]) continue;
    found[piece] = true;
    open.insert(open.end(), pieces_[piece].refersTo.begin(), pieces_[piece].refersTo.end());
  }
  return found;
}

std::uint64_t FlashUsage::bytesOf(const Pieces& pieces) const {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (pieces[i]) total += pieces_[i].bytes;
  return total;
}

std::uint64_t FlashUsage::bytesFor(const std::set<std::string>& names) const {
  std::vector<std::size_t> starts;
  for (const std::string& name : names)
    if (const auto registration = registrations_.find(name); registration != registrations_.end())
      starts.push_back(registration->second);
  Pieces added = reachable(starts);
  for (std::size_t i = 0; i < added.size(); ++i)
    if (interpreter_[i]) added[i] = false;
  return bytesOf(added);
}

report::FlashReport FlashUsage::reportFor(const std::vector<std::string>& operators) const {
  report::FlashReport report;
  for (const std::string& name : operators) report.operators.push_back({name, bytesFor({name})});
  report.interpreter = interpreterBytes();
  report.needed = bytesFor({operators.begin(), operators.end()});
  report.all = all_;
  return report;
}

} // namespace arenascope::elf
