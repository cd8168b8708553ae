#include "app/cli/commands/sweep_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/output/answers/sweep_writer.h"
#include "service/use_case/resolve.h"

namespace arenascope::cli {

namespace {

int runSweep(const CLI::App& command, RunOptions& options) {
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  const auto request = jobOf(options, service::sweepRequest);
  if (!request) return complain(request.error());
  const auto sweep = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::sweepModel(*request, observer, control);
  });
  if (!sweep) return complain(sweep.error());
  if (auto failed = writeIfAsked(options.json, [&] { return output::toJson(*sweep); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(*sweep, colour); });
  if (!printed) return complain(cannotPrint());
  return checkBudget(options, sweep->unaligned.bytes);
}

} // namespace

void addSweepCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = addUseCase(app, "sweep", *options);
  addJsonOption(*command, options->json);
  command->footer("The array that holds the arena should be alignas(16). Otherwise TFLM rounds its start up, and the "
                  "loss depends on its address: the last line gives the size that is enough at any address, and "
                  "--budget is compared with that.");
  command->callback([command, options, status] { *status = runSweep(*command, *options); });
}

} // namespace arenascope::cli
