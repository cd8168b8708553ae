#include "app/cli/profile_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <iostream>

#include "app/cli/exit_status.h"
#include "app/cli/input_file.h"
#include "core/profile/file_writer.h"
#include "core/profile/json_writer.h"
#include "core/profile/number_text.h"
#include "core/profile/resolver_writer.h"
#include "core/profile/text_writer.h"
#include "emulator/session/profiler.h"

namespace arenascope::cli {

using profile::Report;
using profile::Result;

namespace {

struct Options {
  session::ProfileRequest request;
  bool noInvoke = false;
  std::vector<std::string> inputs;
  std::optional<std::uint64_t> arenaBytes;
  std::optional<std::uint64_t> budget;
  std::string json;
  std::string header;
  std::string csv;
  std::string resolver;
};

int complain(const profile::Error& error) {
  std::cerr << "arenascope: " << profile::printable(error.message) << "\n";
  return kExitFailed;
}

// "I=FILE" for each input; the number of the input and its bytes go into the request.
std::optional<profile::Error> readInputs(Options& options) {
  for (const std::string& text : options.inputs) {
    std::size_t index = 0;
    const std::size_t equals = text.find('=');
    const auto [end, code] = std::from_chars(text.data(), text.data() + std::min(equals, text.size()), index);
    if (equals == std::string::npos || code != std::errc() || end != text.data() + equals || index > 1000)
      return profile::Error{"usage", "--input takes I=FILE, for example 0=image.npy, not \"" + text + "\""};
    Result<std::vector<std::uint8_t>> bytes = readInputFile(text.substr(equals + 1));
    if (!bytes) return bytes.error();
    if (options.request.inputs.size() <= index) options.request.inputs.resize(index + 1);
    options.request.inputs[index] = std::move(*bytes);
  }
  return std::nullopt;
}

session::ProfileObserver progressOnTerminal() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return {.onAllocation = {}, .onProgress = [](const std::string& step, double fraction) {
            std::fprintf(stderr, "\r\x1b[K%s", step.c_str());
            if (fraction >= 0) std::fprintf(stderr, " %3.0f %%", fraction * 100.0);
            std::fflush(stderr);
          }};
}

std::optional<profile::Error> writeOutputs(const Options& options, const Report& report) {
  if (!options.json.empty() && options.json != "-")
    if (auto failed = profile::writeFile(options.json, profile::toJson(report))) return failed;
  if (!options.csv.empty())
    if (auto failed = profile::writeFile(options.csv, profile::toCsv(report))) return failed;
  if (!options.resolver.empty())
    if (auto failed = profile::writeFile(options.resolver, profile::toResolver(report))) return failed;
  if (options.header.empty()) return std::nullopt;
  if (!report.arena) return profile::Error{"export", "no header was written: the arena size is not known"};
  return profile::writeFile(options.header, profile::toHeader(report));
}

// A report for a model that could not even be loaded.
Report failedReport(const Options& options, const profile::Error& error) {
  Report report;
  report.error = error;
  report.model.path = options.request.model.string();
  report.target = options.request.target;
  report.kernels = options.request.kernels;
  return report;
}

bool print(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

int run(Options& options) {
  if (auto failed = readInputs(options)) {
    complain(*failed);
    return failed->stage == "usage" ? kExitUsage : kExitFailed;
  }
  options.request.invoke = !options.noInvoke;
  options.request.arenaBytes = options.arenaBytes.value_or(0);
  session::RunControl control;
  const session::ProfileObserver observer = progressOnTerminal();
  const Result<Report> result = session::profileModel(options.request, observer, control);
  if (observer.onProgress) std::fputs("\r\x1b[K", stderr);
  const Report report = result ? *result : failedReport(options, result.error());
  if (report.error) complain(*report.error);
  if (auto failed = writeOutputs(options, report)) return complain(*failed);
  const bool printed = options.json == "-" ? print(profile::toJson(report))
                       : result            ? print(profile::toText(report, isatty(STDOUT_FILENO) != 0))
                                           : true;
  if (!printed) return complain({"export", "standard output cannot be written"});
  if (report.error) return kExitFailed;
  if (options.budget && report.arena->minimum > *options.budget) {
    std::cerr << "arenascope: over budget: the minimum arena is " << report.arena->minimum << " bytes, the budget "
              << *options.budget << "\n";
    return kExitOverBudget;
  }
  return kExitDone;
}

} // namespace

void addProfileCommand(CLI::App& app, int* status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("profile", "Run a model and report arena, operators and cycles");
  command->add_option("MODEL", options->request.model, "A .tflite file, or a C or C++ source with one as an array")
      ->required();
  command->add_option("--target", options->request.target, "What the model runs on")
      ->check(CLI::IsMember({"cortex-m4", "cortex-m0plus", "cortex-m3", "cortex-m7", "cortex-m33", "host"}))
      ->capture_default_str();
  command
      ->add_option("--kernels", options->request.kernels,
                   "Kernel set: reference or cmsis-nn (default: cmsis-nn on Cortex-M, reference on the host)")
      ->check(CLI::IsMember({"reference", "cmsis-nn"}))
      ->type_name("NAME");
  command->add_option("--arena-size", options->arenaBytes, "Give the interpreter exactly N bytes")
      ->check(CLI::Range(std::uint64_t{1}, session::kMaxArenaBytes))
      ->type_name("N");
  command->add_flag("--no-invoke", options->noInvoke, "Stop after allocation");
  command->add_option("--input", options->inputs, "Bytes of input tensor I, raw or .npy")->type_name("I=FILE");
  command
      ->add_option("--resource-variables", options->request.resourceVariables,
                   "Create room for N resource variables, from the same arena (default: as many as the model names)")
      ->check(CLI::Range(0, 100'000))
      ->type_name("N");
  command->add_option("--budget", options->budget, "Exit status 3 when the minimum arena is larger than N bytes")
      ->type_name("N");
  command->add_option("--json", options->json, "The report as JSON; - is standard output")->type_name("FILE");
  command->add_option("--header", options->header, "A C++ header with kTensorArenaSize")->type_name("FILE");
  command
      ->add_option("--resolver", options->resolver,
                   "A C++ header that registers the model's operators with a MicroMutableOpResolver")
      ->type_name("FILE");
  command->add_option("--csv", options->csv, "One row for each operator")->type_name("FILE");
  command->callback([options, status] { *status = run(*options); });
}

} // namespace arenascope::cli
