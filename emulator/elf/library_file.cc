#include "emulator/elf/library_file.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "core/base/hash.h"
#include "emulator/elf/elf_file.h"

namespace arenascope::elf {

namespace {

Error badLibrary(const std::filesystem::path& path, const std::string& what) {
  return {Stage::kFirmware, path.string() + ": " + what};
}

// Attributes of the first member that is an object file for Arm.
Result<ArmAttributes> firstAttributes(const std::filesystem::path& path, Elf* archive, int descriptor) {
  if (elf_kind(archive) != ELF_K_AR) return badLibrary(path, "is not a static library (an archive of object files)");
  bool objects = false;
  Elf_Cmd command = ELF_C_READ;
  Elf* member = nullptr;
  while ((member = elf_begin(descriptor, command, archive)) != nullptr) {
    GElf_Ehdr header{};
    const bool object = elf_kind(member) == ELF_K_ELF && gelf_getehdr(member, &header) != nullptr;
    objects = objects || object;
    const bool arm = object && header.e_machine == EM_ARM && gelf_getclass(member) == ELFCLASS32;
    const ArmAttributes found = arm ? readAttributes(sectionOf(member, kAttributesSection)) : ArmAttributes();
    command = elf_next(member);
    elf_end(member);
    if (!found.target.empty()) return found;
  }
  return badLibrary(path, objects ? "has no object file for Arm Cortex-M: build it for its processor"
                                  : "has no object files in it");
}

} // namespace

Result<LibraryFile> readLibrary(const std::filesystem::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return badLibrary(path, std::string("cannot be opened: ") + std::strerror(errno));
  elf_version(EV_CURRENT);
  Elf* archive = elf_begin(descriptor, ELF_C_READ, nullptr);
  const Result<ArmAttributes> attributes = firstAttributes(path, archive, descriptor);
  elf_end(archive);
  close(descriptor);
  if (!attributes) return attributes.error();
  std::ifstream stream(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  return LibraryFile{.attributes = *attributes,
                     .hash = sha256Hex({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()})};
}

} // namespace arenascope::elf
