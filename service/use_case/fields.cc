#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "core/base/likely_name.h"
#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/interpreter/tflm/revisions.h"
#include "core/optimization/plan_report.h"
#include "emulator/engine/target.h"
#include "service/profile/kernel_sets.h"
#include "service/profile/requested_target.h"
#include "service/store/boards.h"
#include "service/store/meant_name.h"
#include "service/use_case/field.h"

namespace arenascope::service {

namespace {

using Names = std::vector<std::string>;

Names boardNames() {
  std::vector<Error> problems;
  Names names;
  for (const hardware::Board& board : loadBoards(problems)) names.push_back(board.name);
  return names;
}

// Evaluated each time, since sets are added and removed.
Names kernelNames() {
  Names names = {"reference",    "cmsis-nn",    "reference@Os",      "cmsis-nn@Os",
                 "reference@O3", "cmsis-nn@O3", "cmsis-nn@armclang", "esp-nn"};
  for (const engine::AddedKernels& each : addedKernels()) names.push_back(each.name);
  return names;
}

std::string noneOf(const std::string& name, const Names& names, const std::string& hint) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  return name + " is not one of " + joined(names) + hint;
}

std::string wrongKernels(const std::string& name) {
  if (name.starts_with("esp-nn@")) return {}; // the target knows the versions
  return noneOf(name, kernelNames(), meantName(name, NameKind::kKernels, kernelNames()));
}

Names revisionNames() {
  Names names;
  for (const tflm::Revision& revision : tflm::kRevisions) names.emplace_back(revision.name);
  return names;
}

std::string wrongRevision(const std::string& name) {
  const auto unknown = unknownRevision(name);
  return unknown ? unknown->message : std::string();
}

Names planners() { return {"greedy", "linear"}; }
Names cacheNames() { return {"both", "code", "data", "none"}; }
Names meansNames() { return {"plan", "order", "overlap", "strips"}; }
Names orderNames() {
  Names names;
  for (const optimization::Ordering each : optimization::kOrderings)
    names.emplace_back(optimization::orderingName(each));
  return names;
}

// Boards are checked as their files are read.
std::string anyWord(const std::string& /*name*/) { return {}; }

const char* limitsHelp() {
  static const std::string help = [] {
    std::string limits = "Set a resource limit; exceeding one stops the run. K, M and G are powers of 1024. Defaults: ";
    for (const LimitName& limit : limitNames())
      limits += fmt::format("{}{}={} ({})", &limit == &limitNames().front() ? "" : "; ", limit.name,
                            Limits().*limit.value, limit.what);
    return limits;
  }();
  return help.c_str();
}

constexpr const char* kBytes = "N[K|M|G]";
constexpr const char* kReadsModels = "a server reads models alone";
constexpr const char* kOfTheProgram = "the caller compares figures itself";

const std::vector<Field>& table() {
  static const std::vector<Field> all = {
      {.name = "model",
       .option = "",
       .member = &Request::models,
       .unit = "MODEL",
       .help = "A .tflite file; a C or C++ source with a model as an array (FILE:NAME if it has several); or a "
               "Cortex-M firmware image that contains TensorFlow Lite Micro (.elf, .bin, .hex, .uf2)"},
      {.name = "message",
       .option = "",
       .member = &Request::message,
       .unit = "MESSAGE",
       .help = "Output of TensorFlow Lite Micro on the device, in whole lines"},
      {.name = "log",
       .option = "",
       .member = &Request::log,
       .unit = "LOG",
       .help = "The device's output: MicroProfiler's lines or tables, times of operators, trace events as JSON, or the "
               "time of the inference"},
      {.name = "target",
       .member = &Request::targets,
       .unit = "NAME",
       .help = "Run the model on this target",
       .choices = engine::targetNames,
       .otherwise = engine::kDefaultTarget},
      {.name = "board",
       .member = &Request::board,
       .unit = "NAME",
       .help = "Use the core, clock and memory of this board; `arenascope boards` lists them",
       .choices = boardNames,
       .check = anyWord},
      {.name = "clock",
       .member = &Request::clockMhz,
       .unit = "MHZ",
       .help = "CPU clock in MHz",
       .lowest = 1,
       .highest = 10'000,
       .needs = "board"},
      {.name = "caches",
       .member = &Request::caches,
       .unit = "WHICH",
       .help =
           "Switch on these caches: code, data (RAM and constants), both or none (default: those that the board has)",
       .choices = cacheNames,
       .needs = "board"},
      {.name = "reserved_ram",
       .member = &Request::reservedRam,
       .unit = kBytes,
       .help = "Reserve N bytes of RAM for the platform",
       .needs = "board"},
      {.name = "reserved_flash",
       .member = &Request::reservedFlash,
       .unit = kBytes,
       .help = "Reserve N bytes of flash for the platform",
       .needs = "board"},
      {.name = "persistent_region",
       .member = &Request::persistentRegion,
       .unit = "NAME",
       .help = "Put persistent memory into a separate arena in this region of the board's RAM, with its wait states",
       .needs = "board"},
      {.name = "non_persistent_region",
       .member = &Request::nonPersistentRegion,
       .unit = "NAME",
       .help = "Put tensors and scratch buffers into a separate arena in this region (default for either option: the "
               "region of the other)",
       .needs = "board"},
      {.name = "kernels",
       .member = &Request::kernels,
       .unit = "NAME",
       .help = "Use this kernel set: reference or cmsis-nn, either with @Os or @O3 (compiled at that level instead of "
               "-O2); cmsis-nn@armclang (memory needs when built by Arm's compiler); esp-nn (its newest version) or "
               "esp-nn@VERSION; or one added with `arenascope kernels` (default: cmsis-nn on Cortex-M, compiled as a "
               "board's usual library; esp-nn on Espressif's chips; reference elsewhere)",
       .choices = kernelNames,
       .check = wrongKernels},
      {.name = "tflm",
       .member = &Request::tflm,
       .unit = "REV",
       .help = "Use this revision of the interpreter: current, a vendor release, or a month such as 2023-05",
       .choices = revisionNames,
       .check = wrongRevision,
       .otherwise = report::kCurrentTflm},
      {.name = "separate_variables",
       .member = &Request::separateVariables,
       .unit = "",
       .help = "Put resource variables into separate memory (as ESPHome does), not into the arena"},
      {.name = "planner",
       .member = &Request::planner,
       .unit = "NAME",
       .help = "Memory planner: greedy, or linear (no two buffers share bytes)",
       .choices = planners,
       .otherwise = "greedy"},
      {.name = "invoke",
       .option = "--no-invoke",
       .member = &Request::invoke,
       .unit = "",
       .help = "Stop after allocation"},
      {.name = "inputs",
       .option = "--input",
       .member = &Request::inputs,
       .unit = "I=FILE",
       .help = "Fill input tensor I with this file, raw or .npy",
       .interfaces = kCommandLine | kPython,
       .whyNot = kReadsModels},
      {.name = "arena_size",
       .member = &Request::arenaSize,
       .unit = kBytes,
       .help = "Give the interpreter exactly N bytes",
       .lowest = 1},
      {.name = "resource_variables",
       .member = &Request::resourceVariables,
       .unit = "N",
       .help = "Allocate N resource variable slots in the same arena (default: as many as the model names)",
       .highest = 100'000},
      {.name = "verify",
       .member = &Request::verify,
       .unit = "",
       .help = "Run also what is otherwise computed: the recording interpreter, and an arena 16 bytes smaller, which "
               "must fail"},
      {.name = "guard",
       .member = &Request::guard,
       .unit = "",
       .help = "Check each access of a kernel to the arena, and stop at one outside its own buffers (slower)"},
      {.name = "overlap",
       .member = &Request::overlap,
       .unit = "",
       .help = "Measure how far each operator's output may overlap its inputs (see `arenascope plan --overlap`)"},
      {.name = "keep_tensors",
       .member = &Request::keepTensors,
       .unit = "",
       .help = "Every tensor that was written, with its values",
       .interfaces = kPython,
       .whyNot = "the command line writes them with --dump; a server answers briefly"},
      {.name = "budget",
       .member = &Request::budget,
       .unit = kBytes,
       .help = "Fail with exit status 3 if the minimum arena is larger than N bytes"},
      {.name = "max_cycles",
       .member = &Request::maxCycles,
       .unit = "N",
       .help = "Fail with exit status 3 if an inference takes more than N cycles",
       .interfaces = kCommandLine,
       .whyNot = kOfTheProgram},
      {.name = "cache",
       .option = "--no-cache",
       .member = &Request::cache,
       .unit = "",
       .help = "Run everything again, without cached results (see `arenascope cache`)"},
      {.name = "limits",
       .option = "--limit",
       .member = &Request::limits,
       .unit = "NAME=N",
       .help = limitsHelp(),
       .interfaces = kCommandLine | kPython,
       .whyNot = "what a server may use is not its client's to say"},
      {.name = "seconds",
       .option = "--time-limit",
       .member = &Request::seconds,
       .unit = "S",
       .help = "Limit the search to S seconds and report what it has found by then",
       .highest = 86'400},
      {.name = "order",
       .member = &Request::order,
       .unit = "NAME",
       .help = "Keep the order of operators, or search the order that needs the smallest arena",
       .choices = orderNames,
       .otherwise = "keep"},
      {.name = "shared",
       .member = &Request::shared,
       .unit = "",
       .help = "Plan for models that take turns in one arena, through one allocator"},
      {.name = "means",
       .member = &Request::means,
       .unit = "NAME,...",
       .help = "Use only these techniques, besides a better plan (default: all)",
       .choices = meansNames},
      {.name = "max_cycles_growth",
       .member = &Request::mostGrowth,
       .unit = "P",
       .help = "Allow the chosen version P percent more cycles",
       .highest = 1'000},
      {.name = "deadline",
       .member = &Request::deadlineMs,
       .unit = "MS",
       .help = "Allow an inference MS milliseconds: report the lowest clock of the board that meets this, and only "
               "boards that do",
       .lowest = 0.01,
       .highest = 1e7},
      {.name = "fit",
       .member = &Request::fit,
       .unit = kBytes,
       .help = "Bytes of arena that there are: names the smallest change that fits, and looks no further than one that "
               "costs nothing; status 3 where none does (default: what the board has, where the model does not fit it)",
       .lowest = 1},
      {.name = "sizes",
       .member = &Request::sizes,
       .unit = "FIRST:LAST",
       .help = "Try sizes from FIRST to LAST bytes (default: around the minimum)"},
      {.name = "step",
       .member = &Request::step,
       .unit = kBytes,
       .help = "Step between two sizes, in bytes",
       .lowest = 1,
       .highest = 1U << 30,
       .otherwise = "16"},
  };
  return all;
}

} // namespace

std::span<const Field> fields() { return table(); }

const Field& fieldOf(std::string_view name) {
  for (const Field& field : table())
    if (name == field.name) return field;
  throw std::logic_error("there is no field " + std::string(name));
}

std::string optionOf(const Field& field) {
  if (field.option != nullptr) return field.option;
  std::string option = std::string("--") + field.name;
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::string pluralOf(const Field& field) {
  const std::string name = field.name;
  return name == "model" || name == "target" ? name + "s" : name;
}

std::string hintOf(const Field& field, const std::string& word) {
  const Names names = field.choices();
  return std::string(field.name) == "target" ? meantName(word, NameKind::kTarget, names) : didYouMean(word, names);
}

std::string wrongWord(const Field& field, const std::string& word) {
  if (field.check != nullptr) return field.check(word);
  return field.choices == nullptr ? std::string() : noneOf(word, field.choices(), hintOf(field, word));
}

} // namespace arenascope::service
