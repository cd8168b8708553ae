#include "app/cli/commands.h"

#include "app/cli/help_commands.h"
#include "app/mcp/mcp_command.h"

namespace arenascope::cli {

std::span<AddSubcommand* const> commands() {
  static constexpr AddSubcommand* kAll[] = {
      addProfileCommand,  addAdviseCommand,    addCompareCommand,  addBoardsCommand,     addBatchCommand,
      addOverheadCommand, addPlanCommand,      addShrinkCommand,   addPlaceCommand,      addCompressCommand,
      addExplainCommand,  addSweepCommand,     addVersionsCommand, addHistoryCommand,    addReviewCommand,
      addKernelsCommand,  addAuditCommand,     addCacheCommand,    addMcpCommand,        addDoctorCommand,
      addEvidenceCommand, addCalibrateCommand, addSchemaCommand,   addCompletionCommand, addManualCommand};
  return kAll;
}

} // namespace arenascope::cli
