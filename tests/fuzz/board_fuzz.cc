// Any text as a board file.
#include "core/hardware/board.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto board = arenascope::hardware::parseBoard("board", std::string(reinterpret_cast<const char*>(data), size));
  if (board) (void)(board->arenaCapacity() + board->flashWaitStates());
  return 0;
}
