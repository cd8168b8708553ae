#include "core/base/build_id.h"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "core/base/hash.h"

namespace arenascope {

namespace {

constexpr std::uint64_t kNoteAlignment = 4;

// The build ID in a segment of notes.
std::string buildIdIn(std::span<const std::uint8_t> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes.data(), sizeof(note));
    const auto padded = [](std::uint64_t bytes) {
      return (bytes + kNoteAlignment - 1) / kNoteAlignment * kNoteAlignment;
    };
    const std::uint64_t name = sizeof(note);
    const std::uint64_t description = name + padded(note.n_namesz);
    const std::uint64_t end = description + padded(note.n_descsz);
    if (end > notes.size()) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") &&
        std::memcmp(notes.data() + name, "GNU", sizeof("GNU")) == 0)
      return hexBytes(notes.subspan(description, note.n_descsz));
    notes = notes.subspan(end);
  }
  return {};
}

struct Search {
  const std::vector<std::string_view>& libraries;
  std::string identity;
};

int addBuildId(dl_phdr_info* info, std::size_t /*size*/, void* user) {
  auto& search = *static_cast<Search*>(user);
  const std::string_view name = info->dlpi_name;
  const bool program = name.empty();
  const auto isIn = [&](std::string_view word) { return name.find(word) != std::string_view::npos; };
  if (!program && std::none_of(search.libraries.begin(), search.libraries.end(), isIn)) return 0;
  std::string id;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE || !id.empty()) continue;
    id = buildIdIn({reinterpret_cast<const std::uint8_t*>(info->dlpi_addr + header.p_vaddr), header.p_memsz});
  }
  if (program && id.empty()) {
    search.identity.clear();
    return 1;
  }
  search.identity += id + " ";
  return 0;
}

} // namespace

std::string loadedIdentity(const std::vector<std::string_view>& libraries) {
  Search search{libraries, {}};
  dl_iterate_phdr(addBuildId, &search);
  return search.identity;
}

} // namespace arenascope
