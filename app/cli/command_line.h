// The whole program as an object: main() gives it one command line, tests give it many.
#pragma once

#include <memory>

namespace arenascope::cli {

class CommandLine {
public:
  CommandLine();
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // Answers an exit status (app/cli/options/exit_status.h). Options that a later line does not name keep what an
  // earlier one of the same subcommand gave them.
  int run(int argc, char** argv);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace arenascope::cli
