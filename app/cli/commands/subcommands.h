// The subcommands of the program.
#pragma once

namespace CLI {
class App;
}

namespace arenascope::cli {

// Adds a subcommand, which sets *status to its exit status.
using AddSubcommand = void(CLI::App& app, int* status);

// profile_command.cc, plan_command.cc and model_commands.cc, which a build without emulator has as well
AddSubcommand addProfileCommand, addPlanCommand, addCompareCommand, addBoardsCommand, addExplainCommand,
    addSweepCommand, addVersionsCommand;
// use_case_commands.cc
AddSubcommand addAdviseCommand, addShrinkCommand, addCompressCommand, addCalibrateCommand, addAuditCommand,
    addHistoryCommand, addReviewCommand;
// Each in its own file
AddSubcommand addBatchCommand, addCacheCommand, addDoctorCommand, addEvidenceCommand, addKernelsCommand,
    addSchemaCommand;

} // namespace arenascope::cli
