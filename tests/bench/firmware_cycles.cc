// Instructions and cycles of other people's programs under the timing models: firmware-cycles TARGET IMAGE.elf..., or
// with the memory of a board: firmware-cycles --board NAME IMAGE.elf...
//
// An image is linked with emulator/firmware/memory.ld, has a mailbox (emulator/firmware/mailbox.h) and the symbols
// arenascope_mailbox and arenascope_exit; what is measured is one call of its function arenascope_invoke.
#include <cstdio>

#include "emulator/loading/firmware_loader.h"
#include "emulator/machine/machine.h"
#include "emulator/session/board_timing.h"
#include "emulator/session/boards.h"
#include "emulator/targets/target.h"

using namespace arenascope;

namespace {

bool measure(const session::Target& target, const session::RunOptions& timing, const char* path) {
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
  request.flash = timing.flash;
  request.ram = timing.ram;
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
  std::string name = argc < 2 ? "" : argv[1];
  session::RunOptions timing;
  int first = 2;
  if (name == "--board" && argc > 2) {
    const auto board = session::findBoard(argv[2]);
    if (board) session::addBoardTiming(*board, timing);
    name = board ? board->core : "";
    first = 3;
  }
  const session::Target* target = argc <= first ? nullptr : session::findTarget(name);
  if (target == nullptr || !target->emulated) {
    std::fprintf(stderr, "firmware-cycles TARGET|--board NAME IMAGE.elf...: instructions and cycles of "
                         "arenascope_invoke\n");
    return 2;
  }
  bool good = true;
  for (int i = first; i < argc; ++i) good = measure(*target, timing, argv[i]) && good;
  return good ? 0 : 1;
}
