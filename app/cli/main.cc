#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>

#include "app/cli/boards_command.h"
#include "app/cli/cache_command.h"
#include "app/cli/compare_command.h"
#include "app/cli/exit_status.h"
#include "app/cli/overhead_command.h"
#include "app/cli/profile_command.h"

int main(int argc, char** argv) {
  using arenascope::cli::kExitDone;
  using arenascope::cli::kExitFailed;
  using arenascope::cli::kExitUsage;
  // A reader that goes away (as `| head` does) ends in a write error, not in a signal.
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app("ArenaScope: how large a TensorFlow Lite Micro arena must be, what fills it, what it costs to run",
               "arenascope");
  app.set_version_flag("--version", "arenascope " ARENASCOPE_VERSION);
  app.require_subcommand(1);
  int status = kExitDone;
  arenascope::cli::addProfileCommand(app, &status);
  arenascope::cli::addCompareCommand(app, &status);
  arenascope::cli::addBoardsCommand(app, &status);
  arenascope::cli::addOverheadCommand(app, &status);
  arenascope::cli::addCacheCommand(app, &status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) { // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return kExitUsage;
  } catch (const std::exception& error) {
    std::cerr << "arenascope: " << error.what() << "\n";
    return kExitFailed;
  }
  return status;
}
