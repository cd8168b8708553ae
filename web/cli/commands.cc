// The verbs that need no emulator, and those that the page asks.
#include "app/cli/commands.h"

#include "app/cli/boards_command.h"
#include "app/cli/compare_command.h"
#include "app/cli/explain_command.h"
#include "app/cli/plan_command.h"
#include "app/cli/profile_command.h"
#include "app/cli/sweep_command.h"
#include "web/cli/page_command.h"

namespace arenascope::cli {

std::span<const AddCommand> commands() {
  static constexpr AddCommand kAll[] = {addProfileCommand, addCompareCommand, addBoardsCommand, addPlanCommand,
                                        addExplainCommand, addSweepCommand,   addPageCommand,   addChoicesCommand};
  return kAll;
}

} // namespace arenascope::cli
