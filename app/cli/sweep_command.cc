#include "app/cli/sweep_command.h"

#include <CLI/CLI.hpp>
#include <charconv>

#include "app/cli/exit_status.h"
#include "app/cli/run_options.h"
#include "emulator/session/sweeping.h"

namespace arenascope::cli {

namespace {

struct SweepOptions {
  session::SweepRequest request;
  std::string sizes;
  RunOptions run;
};

// "FIRST:LAST", in bytes.
std::optional<Error> readSizes(const std::string& text, session::SweepRequest& request) {
  if (text.empty()) return std::nullopt;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, request.first);
  const bool colon = first.ec == std::errc() && first.ptr != end && *first.ptr == ':';
  const auto last = colon ? std::from_chars(first.ptr + 1, end, request.last) : first;
  if (colon && last.ec == std::errc() && last.ptr == end && request.first <= request.last && request.last > 0)
    return std::nullopt;
  return Error{Stage::kUsage, "--sizes takes two numbers of bytes, for example 1000:2000, not \"" + text + "\""};
}

int runSweep(SweepOptions& options) {
  if (auto failed = readSizes(options.sizes, options.request)) return complain(*failed);
  if (auto failed = applyRunOptions(options.run, options.request.profile)) return complain(*failed);
  const auto sweep = withProgress([&](const session::ProfileObserver& observer, session::RunControl& control) {
    return session::sweepModel(options.request, observer, control);
  });
  if (!sweep) return complain(sweep.error());
  if (auto failed = writeIfAsked(options.run.json, [&] { return diagnosis::toJson(*sweep); })) return complain(*failed);
  const bool printed = printText([&](bool colour) { return diagnosis::toText(*sweep, colour); });
  if (!printed) return complain(cannotPrint());
  return checkBudget(options.run, sweep->unaligned.bytes);
}

} // namespace

void addSweepCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<SweepOptions>();
  session::ProfileRequest& profile = options->request.profile;
  CLI::App* command =
      app.add_subcommand("sweep", "Arenas of many sizes, 0 to 15 bytes off alignment: where the model works, "
                                  "where it fails and how, where memory would be overwritten");
  addModelArgument(*command, profile.model)->required();
  command->add_option("--sizes", options->sizes, "Sizes of the arena in bytes (default: around the minimum)")
      ->type_name("FIRST:LAST");
  command->add_option("--step", options->request.step, "Bytes from one size to the next")
      ->check(CLI::Range(1U, 1U << 30))
      ->capture_default_str()
      ->type_name("N");
  addTargetOption(*command, profile.target);
  addKernelsOption(*command, profile.kernels);
  addRevisionOptions(*command, profile);
  addPlannerOption(*command, options->run.planner);
  addModelOptions(*command, options->run);
  command->footer(
      "The array that holds the arena should be alignas(16). Where it cannot be, TFLM rounds its start up, and "
      "what is lost depends on its address: the last line says what is enough wherever it lies, and --budget "
      "is compared with that.");
  command->callback([options, status] { *status = runSweep(*options); });
}

} // namespace arenascope::cli
