// The subcommands that need no emulator, and those that the page asks.
#include "app/cli/commands.h"

#include <CLI/CLI.hpp>

#include "web/cli/page_command.h"

namespace arenascope::cli {

namespace {

// A subcommand whose options that count cycles or watch memory are refused, and not in its help: without the emulator
// they would do nothing.
template <AddSubcommand* kAdd>
void addWithoutEmulator(CLI::App& app, int* status) {
  kAdd(app, status);
  CLI::App* command = app.get_subcommands(std::function<bool(CLI::App*)>()).back();
  const auto refuse = [](const std::string&) { return std::string("needs the emulator of the installed program"); };
  for (const char* name : {"--guard", "--clock", "--caches", "--overlap"})
    if (CLI::Option* option = command->get_option_no_throw(name)) option->check(refuse)->group("");
}

} // namespace

void addCommands(CLI::App& app, int* status) {
  for (AddSubcommand* add :
       {addWithoutEmulator<addProfileCommand>, addWithoutEmulator<addCompareCommand>,
        addWithoutEmulator<addBoardsCommand>, addWithoutEmulator<addPlanCommand>, addWithoutEmulator<addExplainCommand>,
        addWithoutEmulator<addSweepCommand>, addWithoutEmulator<addVersionsCommand>, addPageCommand, addChoicesCommand})
    add(app, status);
}

} // namespace arenascope::cli
