#include <string_view>

#include "app/cli/command_line.h"
#include "emulator/runners/firmware.h"
#include "service/profile/engines.h"

int main(int argc, char** argv) {
  using namespace arenascope;
  // Needed by most calls: starts while the program initializes.
  if (argc > 1 && std::string_view(argv[1]) == "profile")
    engine::prefork(service::engines(), *engine::findTarget(engine::kDefaultTarget));
  const int status = cli::CommandLine().run(argc, argv);
  runners::Firmware::endIdleMachines(); // they would stay zombies without another parent
  return status;
}
