#include "app/cli/commands.h"

#include "app/cli/commands/advise_command.h"
#include "app/cli/commands/audit_command.h"
#include "app/cli/commands/batch_command.h"
#include "app/cli/commands/boards_command.h"
#include "app/cli/commands/cache_command.h"
#include "app/cli/commands/calibrate_command.h"
#include "app/cli/commands/compare_command.h"
#include "app/cli/commands/compress_command.h"
#include "app/cli/commands/doctor_command.h"
#include "app/cli/commands/evidence_command.h"
#include "app/cli/commands/explain_command.h"
#include "app/cli/commands/history_command.h"
#include "app/cli/commands/kernels_command.h"
#include "app/cli/commands/overhead_command.h"
#include "app/cli/commands/plan_command.h"
#include "app/cli/commands/profile_command.h"
#include "app/cli/commands/review_command.h"
#include "app/cli/commands/schema_command.h"
#include "app/cli/commands/shrink_command.h"
#include "app/cli/commands/sweep_command.h"
#include "app/cli/commands/versions_command.h"
#include "app/cli/help_commands.h"
#include "app/mcp/mcp_command.h"

namespace arenascope::cli {

std::span<const AddCommand> commands() {
  static constexpr AddCommand kAll[] = {
      addProfileCommand,   addAdviseCommand,   addCompareCommand,    addBoardsCommand,   addBatchCommand,
      addOverheadCommand,  addPlanCommand,     addShrinkCommand,     addCompressCommand, addExplainCommand,
      addSweepCommand,     addVersionsCommand, addHistoryCommand,    addReviewCommand,   addKernelsCommand,
      addAuditCommand,     addCacheCommand,    addMcpCommand,        addDoctorCommand,   addEvidenceCommand,
      addCalibrateCommand, addSchemaCommand,   addCompletionCommand, addManualCommand};
  return kAll;
}

} // namespace arenascope::cli
