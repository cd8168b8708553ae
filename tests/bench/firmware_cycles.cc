// Instructions and cycles of other people's programs under the timing models: firmware-cycles TARGET IMAGE.elf...
//
// An image is linked with emulator/firmware/memory.ld, has a mailbox (emulator/firmware/mailbox.h) and the symbols
// arenascope_mailbox and arenascope_exit; what is measured is one call of its function arenascope_invoke.
#include <cstdio>

#include "emulator/loading/firmware_loader.h"
#include "emulator/machine/machine.h"
#include "emulator/targets/target.h"

using namespace arenascope;

namespace {

bool measure(const session::Target& target, const char* path) {
  const auto image = machine::loadFirmware(path, *target.format);
  if (!image) {
    std::fprintf(stderr, "%s: %s\n", path, image.error().message.c_str());
    return false;
  }
  const pipe::GuestFile memory = *pipe::GuestFile::create();
  machine::Machine machine(*image, *processors::find(target.image()), memory);
  machine::MachineRequest request;
  request.arenaBytes = 4096;
  request.maxInstructions = 20'000'000'000;
  const machine::MachineResult result = machine.run(request, {}, [] { return false; });
  if (!result.failure.empty() || result.outcome != firmware::Outcome::kDone) {
    std::fprintf(stderr, "%s: %s\n", path, result.failure.empty() ? "its check failed" : result.failure.c_str());
    return false;
  }
  std::printf("%s\t%llu\t%llu\n", path, static_cast<unsigned long long>(result.invoke.instructions),
              static_cast<unsigned long long>(result.invoke.cycles));
  return true;
}

} // namespace

int main(int argc, char** argv) {
  const session::Target* target = argc < 3 ? nullptr : session::findTarget(argv[1]);
  if (target == nullptr || !target->emulated) {
    std::fprintf(stderr, "firmware-cycles TARGET IMAGE.elf...: instructions and cycles of arenascope_invoke\n");
    return 2;
  }
  bool good = true;
  for (int i = 2; i < argc; ++i) good = measure(*target, argv[i]) && good;
  return good ? 0 : 1;
}
