// Any text as a board file.
#include "core/analysis/board.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto board = arenascope::profile::parseBoard("board", std::string(reinterpret_cast<const char*>(data), size));
  if (board) (void)(board->arenaRoom() + board->flashWaitStates());
  return 0;
}
