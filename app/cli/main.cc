#include <string_view>

#include "app/cli/command_line.h"
#include "emulator/client/emulator.h"
#include "emulator/runners/firmware.h"

int main(int argc, char** argv) {
  // What most calls need, while the rest of the program begins.
  if (argc > 1 && std::string_view(argv[1]) == "profile")
    arenascope::client::prefork(arenascope::client::unicornWorker());
  const int status = arenascope::cli::CommandLine().run(argc, argv);
  arenascope::runners::Firmware::endIdleMachines(); // where nobody else waits for them, they would stay as zombies
  return status;
}
