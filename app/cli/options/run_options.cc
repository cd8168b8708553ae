#include "app/cli/options/run_options.h"

#include <fmt/format.h>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>

#include "app/cli/options/exit_status.h"
#include "app/cli/options/number_options.h"
#include "app/cli/options/numbered_file.h"
#include "app/cli/options/one_of.h"
#include "core/base/number_text.h"
#include "core/report/budget_check.h"
#include "service/profile/image_engine.h"
#include "service/profile/kernel_sets.h"
#include "service/profile/profile_all.h"
#include "service/profile/requested_target.h"
#include "service/store/boards.h"
#include "service/store/meant_name.h"

namespace arenascope::cli {

namespace {

std::optional<Error> readInputs(const std::vector<std::string>& inputs, service::ProfileRequest& request) {
  for (const std::string& text : inputs) {
    Result<NumberedFile> file = readNumberedFile("--input", text);
    if (!file) return file.error();
    if (request.inputs.size() <= file->number) request.inputs.resize(file->number + 1);
    request.inputs[file->number] = std::move(file->bytes);
  }
  return std::nullopt;
}

std::optional<Error> chooseRegions(const RunOptions& options, service::ProfileRequest& request) {
  const std::string& persistent =
      options.persistentRegion.empty() ? options.nonPersistentRegion : options.persistentRegion;
  const std::string& other = options.nonPersistentRegion.empty() ? persistent : options.nonPersistentRegion;
  if (persistent.empty()) return std::nullopt;
  const auto low = request.board->region(other);
  if (!low) return low.error();
  const auto high = request.board->region(persistent);
  if (!high) return high.error();
  request.regions = hardware::ArenaRegions{.nonPersistent = *low, .persistent = *high};
  return std::nullopt;
}

} // namespace

void addLimitOptions(CLI::App& command, RunOptions& options) {
  command.add_flag("--no-cache", options.noCache,
                   "Run everything again, without cached results (see `arenascope cache`)");
  std::string limits;
  for (const arenascope::LimitName& limit : arenascope::limitNames())
    limits += fmt::format("{}{}={} ({})", limits.empty() ? "" : "; ", limit.name, arenascope::Limits().*limit.value,
                          limit.what);
  command
      .add_option("--limit", options.limits,
                  "Set a resource limit; exceeding one stops the run. K, M and G are powers of 1024. Defaults: " +
                      limits)
      ->type_name("NAME=N");
}

void addInferenceOptions(CLI::App& command, RunOptions& options) {
  command.add_flag(
      "--verify", options.verify,
      "Run also what is otherwise computed: the recording interpreter, and an arena 16 bytes smaller, which must fail");
  command.add_flag("--guard", options.guard,
                   "Check each access of a kernel to the arena, and stop at one outside its own buffers (slower)");
  uses(command.add_option("--input", options.inputs, "Fill input tensor I with this file, raw or .npy"),
       FileUse::kReadNumbered)
      ->type_name("I=FILE");
  addResourceVariables(command, options,
                       "Allocate N resource variable slots in the same arena (default: as many as the model names)");
  addJsonOption(command, options.json, "Write the report as JSON; - is standard output");
  addLimitOptions(command, options);
}

void addNoInvoke(CLI::App& command, RunOptions& options) {
  command.add_flag("--no-invoke", options.noInvoke, "Stop after allocation");
}

void addBudget(CLI::App& command, RunOptions& options) {
  addWhole(command, "--budget", options.budget, bytesFrom(0),
           "Fail with exit status 3 if the minimum arena is larger than N bytes");
}

void addModelOptions(CLI::App& command, RunOptions& options) {
  addNoInvoke(command, options);
  addInferenceOptions(command, options);
  addBudget(command, options);
}

void addResourceVariables(CLI::App& command, RunOptions& options, const std::string& help) {
  addWhole(command, "--resource-variables", options.resourceVariables, {.highest = 100'000}, help);
}

void addArenaSize(CLI::App& command, RunOptions& options, const std::string& help) {
  addWhole(command, "--arena-size", options.arenaBytes, bytesFrom(1), help);
}

void addPlannerOption(CLI::App& command, report::Planner& planner) {
  addChoice(command, "--planner", "Memory planner: greedy, or linear (no two buffers share bytes)", planner,
            report::kPlanners, report::plannerName);
}

void addRunOptions(CLI::App& command, RunOptions& options) {
  addArenaSize(command, options, "Give the interpreter exactly N bytes");
  addPlannerOption(command, options.planner);
  addModelOptions(command, options);
  addWhole(command, "--max-cycles", options.maxCycles, WholeRange(),
           "Fail with exit status 3 if an inference takes more than N cycles");
}

void addJsonOption(CLI::App& command, std::string& json, const std::string& help) {
  uses(command.add_option("--json", json, help), FileUse::kWrite)->type_name("FILE");
}

void addCsvOption(CLI::App& command, RunOptions& options, const std::string& help) {
  uses(command.add_option("--csv", options.csv, help), FileUse::kWrite)->type_name("FILE");
}

CLI::Validator revisionNames() {
  return CLI::Validator(
      [](std::string& name) {
        const auto unknown = service::unknownRevision(name);
        return unknown ? unknown->message : std::string();
      },
      "");
}

void addRevisionOptions(CLI::App& command, report::RunConfiguration& configuration) {
  command
      .add_option("--tflm", configuration.tflm,
                  "Use this revision of the interpreter: current, a vendor release, or a month such as 2023-05")
      ->check(revisionNames())
      ->capture_default_str()
      ->type_name("REV");
  addSeparateVariables(command, configuration.separateVariables);
}

void addSeparateVariables(CLI::App& command, bool& separateVariables) {
  command.add_flag("--separate-variables", separateVariables,
                   "Put resource variables into separate memory (as ESPHome does), not into the arena");
}

CLI::Option* addModelArgument(CLI::App& command, std::filesystem::path& model) {
  return uses(
      command.add_option("MODEL", model,
                         "A .tflite file; a C or C++ source with a model as an array (FILE:NAME if it has several); or "
                         "a Cortex-M firmware image that contains TensorFlow Lite Micro (.elf, .bin, .hex, .uf2)"),
      FileUse::kRead);
}

CLI::Validator knownTargets() {
  return oneOf(engine::targetNames(), [](const std::string& name) {
    return service::meantName(name, service::NameKind::kTarget, engine::targetNames());
  });
}

CLI::Option* addTargetOption(CLI::App& command, std::string& target, const std::string& text) {
  return command.add_option("--target", target, text)->check(knownTargets())->capture_default_str();
}

CLI::Validator kernelSetNames() {
  // Evaluated at parsing, since sets are added and removed.
  return CLI::Validator(
      [](std::string& name) {
        std::vector<std::string> names = {"reference",    "cmsis-nn",    "reference@Os",      "cmsis-nn@Os",
                                          "reference@O3", "cmsis-nn@O3", "cmsis-nn@armclang", "esp-nn"};
        if (name.starts_with("esp-nn@")) return std::string(); // the target checks whether the version is known
        for (const engine::AddedKernels& each : service::addedKernels()) names.push_back(each.name);
        if (std::find(names.begin(), names.end(), name) != names.end()) return std::string();
        return name + " is not one of " + joined(names) + service::meantName(name, service::NameKind::kKernels, names);
      },
      "{reference,cmsis-nn,esp-nn,...}");
}

void addKernelsOption(CLI::App& command, std::string& kernels) {
  command
      .add_option("--kernels", kernels,
                  "Use this kernel set: reference or cmsis-nn, either with @Os or @O3 (compiled at that level instead "
                  "of -O2); cmsis-nn@armclang (memory needs when built by Arm's compiler); esp-nn (its newest version) "
                  "or esp-nn@VERSION; or one added with `arenascope kernels` (default: cmsis-nn on Cortex-M, compiled "
                  "as a board's usual library; esp-nn on Espressif's chips; reference elsewhere)")
      ->check(kernelSetNames())
      ->type_name("NAME");
}

std::vector<CLI::Option*> addBoardOptions(CLI::App& command, RunOptions& options) {
  return {
      addReal(command, "--clock", options.clockMhz, {1, 10'000}, "CPU clock in MHz", "MHZ"),
      command
          .add_option("--caches", options.caches,
                      "Switch on these caches: code, data (RAM and constants), both or none (default: those that the "
                      "board has)")
          ->check(oneOf({"both", "code", "data", "none"}))
          ->type_name("WHICH"),
      addWhole(command, "--reserved-ram", options.reservedRam, bytesFrom(0), "Reserve N bytes of RAM for the platform"),
      addWhole(command, "--reserved-flash", options.reservedFlash, bytesFrom(0),
               "Reserve N bytes of flash for the platform")};
}

CLI::Option* addBoardChoice(CLI::App& command, RunOptions& options, CLI::Option* target) {
  CLI::Option* board = command
                           .add_option("--board", options.board,
                                       "Use the core, clock and memory of this board; `arenascope boards` lists them")
                           ->type_name("NAME");
  if (target != nullptr) board->excludes(target);
  for (CLI::Option* change : addBoardOptions(command, options)) change->needs(board);
  command
      .add_option("--persistent-region", options.persistentRegion,
                  "Put persistent memory into a separate arena in this region of the board's RAM, with its wait states")
      ->needs(board)
      ->type_name("NAME");
  command
      .add_option("--non-persistent-region", options.nonPersistentRegion,
                  "Put tensors and scratch buffers into a separate arena in this region (default for either option: "
                  "the region of the other)")
      ->needs(board)
      ->type_name("NAME");
  return board;
}

CLI::Option* addTimedBoard(CLI::App& command, RunOptions& options, CLI::Option* target) {
  CLI::Option* board = addBoardChoice(command, options, target);
  for (const char* name : {"--reserved-ram", "--reserved-flash"}) command.remove_option(command.get_option(name));
  return board;
}

void addProfiledModel(CLI::App& command, service::ProfileRequest& request, RunOptions& options) {
  addModelArgument(command, request.model)->required();
  addBoardChoice(command, options, addTargetOption(command, request.target));
  addKernelsOption(command, request.kernels);
  addRevisionOptions(command, request);
}

hardware::Board adjusted(hardware::Board board, const RunOptions& options) {
  board.clockMhz = options.clockMhz.value_or(board.clockMhz);
  board.switchOffCaches(options.caches == "data" || options.caches == "none",
                        options.caches == "code" || options.caches == "none");
  board.reservedRamBytes = options.reservedRam.value_or(board.reservedRamBytes);
  board.reservedFlashBytes = options.reservedFlash.value_or(board.reservedFlashBytes);
  return board;
}

std::optional<Error> applyRunOptions(const RunOptions& options, service::ProfileRequest& request) {
  request.invoke = !options.noInvoke;
  request.verify = options.verify;
  request.guard = options.guard;
  request.planner = options.planner;
  request.arenaBytes = options.arenaBytes.value_or(0);
  for (const std::string& limit : options.limits)
    if (auto wrong = arenascope::setLimit(request.limits, limit)) return wrong;
  if (!options.noCache) request.cache = service::userCache();
  request.resourceVariables = options.resourceVariables;
  // An image's own target, unless one was given.
  if (options.board.empty() && request.target == engine::kDefaultTarget)
    if (const std::string core = service::coreOfImage(request.model); !core.empty()) request.target = core;
  if (!options.board.empty()) {
    Result<hardware::Board> board = service::findBoard(options.board);
    if (!board) return board.error();
    request.board = adjusted(*board, options);
    request.target = request.board->core;
    if (auto wrong = chooseRegions(options, request)) return wrong;
  }
  return readInputs(options.inputs, request);
}

int complain(const Error& error) {
  if (error.message.empty()) return kExitFailed; // standard output was closed
  std::cerr << "arenascope: " << printable(error.message) << "\n";
  return error.stage == Stage::kUsage ? kExitUsage : kExitFailed;
}

report::Report failedReport(const service::ProfileRequest& request, const Error& error) {
  report::Report report;
  report.error = error;
  report.model.path = request.model.string();
  report.target = request.target;
  report.kernels = request.kernels;
  report.board = request.board;
  return report;
}

void showProgress(const service::Progress& progress) {
  std::fprintf(stderr, "\r\x1b[K%s", service::describe(progress).c_str());
  std::fflush(stderr);
}

void clearProgress() { std::fputs("\r\x1b[K", stderr); }

std::vector<report::Report> profileWithProgress(const std::vector<service::ProfileRequest>& requests) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  service::BatchControl control(requests.size());
  const auto results = service::profileAll(requests, terminal ? showProgress : nullptr, control);
  if (terminal) clearProgress();
  std::vector<report::Report> reports;
  for (std::size_t i = 0; i < results.size(); ++i)
    reports.push_back(results[i] ? *results[i] : failedReport(requests[i], results[i].error()));
  return reports;
}

report::BudgetRules budgetRules(const RunOptions& options) {
  report::BudgetRules rules;
  if (options.budget) rules.limits["arena"] = *options.budget;
  if (options.maxCycles) rules.limits["cycles"] = *options.maxCycles;
  return rules;
}

std::vector<std::string> overBudget(const RunOptions& options, const report::Report& report) {
  std::vector<std::string> exceeded;
  const auto verdict = report::checkBudgets(report, budgetRules(options));
  if (!verdict) return {verdict.error().message};
  for (const report::BudgetCheck& check : verdict->checks)
    if (!check.passed) exceeded.push_back(check.why);
  return exceeded;
}

int checkBudget(const RunOptions& options, const report::Report& report) {
  const std::vector<std::string> exceeded = overBudget(options, report);
  for (const std::string& why : exceeded) complain({Stage::kBudget, why});
  return exceeded.empty() ? kExitDone : kExitOverBudget;
}

int checkBudget(const RunOptions& options, std::uint64_t minimumArena) {
  if (!options.budget || minimumArena <= *options.budget) return kExitDone;
  std::cerr << "arenascope: over budget: the minimum arena is " << grouped(minimumArena) << " bytes, the budget is "
            << grouped(*options.budget) << "\n";
  return kExitOverBudget;
}

} // namespace arenascope::cli
