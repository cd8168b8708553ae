// The whole program as an object: main() runs one command line, tests run many.
#pragma once

#include <memory>

namespace arenascope::cli {

class CommandLine {
public:
  CommandLine();
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // Returns an exit status (app/cli/options/exit_status.h). Options keep their values from an earlier line with the
  // same subcommand.
  int run(int argc, char** argv);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace arenascope::cli
