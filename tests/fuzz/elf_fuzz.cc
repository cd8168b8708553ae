// Any bytes as a firmware image; what can be asked of one is asked.
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "emulator/elf/firmware_loader.h"
#include "emulator/elf/flash_usage.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using arenascope::elf::FlashUsage;
  const int file = memfd_create("image", MFD_CLOEXEC);
  if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) return 0;
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (const auto image = arenascope::elf::loadFirmware(path, arenascope::cpu::kThumbFormat)) {
    (void)image->codeRanges();
    (void)image->functionAt(image->entry());
    (void)image->text(image->symbol("arenascope_version").value_or(0));
    (void)FlashUsage::load(path, *image);
  }
  close(file);
  return 0;
}
