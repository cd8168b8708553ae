#include "app/cli/commands/sweep_command.h"

#include <CLI/CLI.hpp>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/option_checks.h"
#include "app/cli/options/run_options.h"
#include "core/base/written_numbers.h"
#include "core/output/answers/sweep_writer.h"
#include "service/diagnose/sweeping.h"

namespace arenascope::cli {

namespace {

struct SweepOptions {
  service::SweepRequest request;
  std::string sizes;
  RunOptions run;
};

// "FIRST:LAST", in bytes.
std::optional<Error> readSizes(const std::string& text, service::SweepRequest& request) {
  if (text.empty()) return std::nullopt;
  const std::size_t colon = text.find(':');
  const auto first = scaledNumber(std::string_view(text).substr(0, colon));
  const auto last = colon == std::string::npos ? std::nullopt : scaledNumber(std::string_view(text).substr(colon + 1));
  if (first && last && *first <= *last && *last > 0) {
    request.first = *first;
    request.last = *last;
    return std::nullopt;
  }
  return Error{Stage::kUsage,
               "--sizes takes two numbers of bytes, for example 1000:2000 or 1K:2K, not \"" + text + "\""};
}

int runSweep(const CLI::App& command, SweepOptions& options) {
  if (auto wrong = refuseWithoutInference(command)) return complain(*wrong);
  if (auto failed = readSizes(options.sizes, options.request)) return complain(*failed);
  if (auto failed = applyRunOptions(options.run, options.request.profile)) return complain(*failed);
  const auto sweep = withProgress([&](const service::ProfileObserver& observer, engine::RunControl& control) {
    return service::sweepModel(options.request, observer, control);
  });
  if (!sweep) return complain(sweep.error());
  if (auto failed = writeIfAsked(options.run.json, [&] { return output::toJson(*sweep); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return output::toText(*sweep, colour); });
  if (!printed) return complain(cannotPrint());
  return checkBudget(options.run, sweep->unaligned.bytes);
}

} // namespace

void addSweepCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<SweepOptions>();
  service::ProfileRequest& profile = options->request.profile;
  CLI::App* command =
      app.add_subcommand("sweep", "Try arenas of many sizes, 0 to 15 bytes off alignment: show where the model works, "
                                  "where and how it fails, and where memory would be overwritten");
  addModelArgument(*command, profile.model)->required();
  command->add_option("--sizes", options->sizes, "Try sizes from FIRST to LAST bytes (default: around the minimum)")
      ->type_name("FIRST:LAST");
  addWhole(*command, "--step", options->request.step, {.lowest = 1, .highest = 1U << 30, .scaled = true},
           "Step between two sizes, in bytes")
      ->default_str(std::to_string(options->request.step));
  addTargetOption(*command, profile.target);
  addKernelsOption(*command, profile.kernels);
  addRevisionOptions(*command, profile);
  addPlannerOption(*command, options->run.planner);
  addModelOptions(*command, options->run);
  command->footer("The array that holds the arena should be alignas(16). Otherwise TFLM rounds its start up, and the "
                  "loss depends on its address: the last line gives the size that is enough at any address, and "
                  "--budget is compared with that.");
  command->callback([command, options, status] { *status = runSweep(*command, *options); });
}

} // namespace arenascope::cli
