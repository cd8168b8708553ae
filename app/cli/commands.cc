#include "app/cli/commands.h"

#include <algorithm>
#include <string_view>

#include "app/cli/commands/answer_command.h"
#include "app/cli/help_commands.h"
#include "app/mcp/mcp_command.h"

namespace arenascope::cli {

namespace {

// Use cases that have more on the command line than their fields and --json.
constexpr std::pair<std::string_view, AddSubcommand*> kWithMore[] = {
    {"profile", addProfileCommand},     {"advise", addAdviseCommand},     {"compare", addCompareCommand},
    {"boards", addBoardsCommand},       {"batch", addBatchCommand},       {"plan", addPlanCommand},
    {"shrink", addShrinkCommand},       {"compress", addCompressCommand}, {"explain", addExplainCommand},
    {"sweep", addSweepCommand},         {"versions", addVersionsCommand}, {"audit", addAuditCommand},
    {"calibrate", addCalibrateCommand}, {"evidence", addEvidenceCommand}, {"history", addHistoryCommand},
    {"review", addReviewCommand}};

} // namespace

void addCommands(CLI::App& app, int* status) {
  for (const service::UseCase& useCase : service::useCases()) {
    if (useCase.command != nullptr) continue; // below another one
    const auto* more = std::find_if(std::begin(kWithMore), std::end(kWithMore),
                                    [&](const auto& each) { return each.first == useCase.name; });
    if (more != std::end(kWithMore))
      more->second(app, status);
    else
      addAnswer(app, status, useCase.name, service::answerFunction(useCase));
  }
  for (AddSubcommand* add : {addKernelsCommand, addCacheCommand, addMcpCommand, addDoctorCommand, addSchemaCommand,
                             addCompletionCommand, addManualCommand})
    add(app, status);
}

} // namespace arenascope::cli
