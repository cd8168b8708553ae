#include "app/cli/commands.h"

#include "app/cli/advise_command.h"
#include "app/cli/batch_command.h"
#include "app/cli/boards_command.h"
#include "app/cli/cache_command.h"
#include "app/cli/calibrate_command.h"
#include "app/cli/compare_command.h"
#include "app/cli/doctor_command.h"
#include "app/cli/evidence_command.h"
#include "app/cli/explain_command.h"
#include "app/cli/kernels_command.h"
#include "app/cli/mcp_command.h"
#include "app/cli/overhead_command.h"
#include "app/cli/plan_command.h"
#include "app/cli/profile_command.h"
#include "app/cli/shrink_command.h"
#include "app/cli/sweep_command.h"
#include "app/cli/words_commands.h"

namespace arenascope::cli {

std::span<const AddCommand> commands() {
  static constexpr AddCommand kAll[] = {
      addProfileCommand,   addAdviseCommand,     addCompareCommand, addBoardsCommand,  addBatchCommand,
      addOverheadCommand,  addPlanCommand,       addShrinkCommand,  addExplainCommand, addSweepCommand,
      addKernelsCommand,   addCacheCommand,      addMcpCommand,     addDoctorCommand,  addEvidenceCommand,
      addCalibrateCommand, addCompletionCommand, addManualCommand};
  return kAll;
}

} // namespace arenascope::cli
