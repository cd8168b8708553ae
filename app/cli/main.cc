#include "app/cli/command_line.h"
#include "emulator/targets/firmware.h"

int main(int argc, char** argv) {
  const int status = arenascope::cli::CommandLine().run(argc, argv);
  arenascope::session::Firmware::endIdleMachines(); // where nobody else waits for them, they would stay as zombies
  return status;
}
