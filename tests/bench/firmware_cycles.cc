// Instructions and cycles of third-party programs under the timing models: firmware-cycles TARGET IMAGE.elf..., or with
// the memory of a board: firmware-cycles --board NAME IMAGE.elf...
//
// An image is linked with emulator/firmware/memory.ld, has a mailbox (emulator/firmware/mailbox.h) and the symbols
// arenascope_mailbox and arenascope_exit; one call of its function arenascope_invoke is measured.
#include <cstdio>

#include "emulator/elf/firmware_loader.h"
#include "emulator/engine/target.h"
#include "emulator/unicorn/machine.h"
#include "service/profile/board_timing.h"
#include "service/store/boards.h"

using namespace arenascope;

namespace {

bool measure(const engine::Target& target, const engine::RunOptions& timing, const char* path) {
  const auto image = elf::loadFirmware(path, *target.format);
  if (!image) {
    std::fprintf(stderr, "%s: %s\n", path, image.error().message.c_str());
    return false;
  }
  const protocol::GuestFile memory = *protocol::GuestFile::create();
  unicorn::Machine machine(*image, *cpu::find(target.image()), memory);
  protocol::MachineRequest request;
  request.arenaBytes = 4096;
  request.maxInstructions = 20'000'000'000;
  request.flash = timing.flash;
  request.ram = timing.ram;
  const protocol::MachineResult result = machine.run(request, {}, [] { return false; });
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
  std::string name = argc < 2 ? "" : argv[1];
  engine::RunOptions timing;
  int first = 2;
  if (name == "--board" && argc > 2) {
    const auto board = service::findBoard(argv[2]);
    if (board) service::addBoardTiming(*board, timing);
    name = board ? board->core : "";
    first = 3;
  }
  const engine::Target* target = argc <= first ? nullptr : engine::findTarget(name);
  if (target == nullptr || target->isHost()) {
    std::fprintf(stderr, "firmware-cycles TARGET|--board NAME IMAGE.elf...: instructions and cycles of "
                         "arenascope_invoke\n");
    return 2;
  }
  bool good = true;
  for (int i = first; i < argc; ++i) good = measure(*target, timing, argv[i]) && good;
  return good ? 0 : 1;
}
