#include "service/use_case/use_cases.h"

#include <algorithm>
#include <sstream>

#include "core/optimization/plan_report.h"

namespace arenascope::service {

namespace {

std::vector<std::string> methods() {
  std::vector<std::string> names;
  for (const optimization::Method each : optimization::kMethods) names.emplace_back(optimization::methodName(each));
  return names;
}

std::vector<std::string> failuresOfAudit() { return {"memory", "finding"}; }
std::vector<std::string> failuresOfReview() { return {"growth", "hazard"}; }

// Fields by name: "model!" is required, "target+" may be given several times, "target*" under the name of one.
// Then those that mean something narrower. Fields that stand beside one of them are taken with it.
std::vector<Taken> taking(const std::string& names, const std::vector<Taken>& narrower = {}) {
  std::vector<Taken> all;
  const auto add = [&](Taken taken, const auto& again) -> void {
    const std::string_view name = taken.field;
    // A program that calls compares figures itself.
    if (name == "budget") taken.interfaces = kCommandLine;
    for (const Taken& own : narrower) {
      if (name != own.field) continue;
      taken.help = own.help;
      taken.choices = own.choices;
      taken.otherwise = own.otherwise;
      taken.interfaces = own.interfaces;
    }
    all.push_back(taken);
    for (const Field& field : fields())
      if (name == field.besides) again(Taken{.field = field.name}, again);
  };
  std::istringstream stream(names);
  for (std::string name; stream >> name;) {
    Taken taken{.field = ""};
    for (; !std::isalpha(static_cast<unsigned char>(name.back())); name.pop_back()) {
      taken.required = taken.required || name.back() == '!';
      if (name.back() == '+') taken.count = Count::kSeveral;
      if (name.back() == '*') taken.count = Count::kOneOrMore;
    }
    taken.field = fieldOf(name).name;
    add(taken, add);
  }
  return all;
}

const std::string kTimed = " board clock persistent_region ";
const std::string kBoard = kTimed + " reserved_ram ";
const std::string kInterpreter = " kernels tflm ";
const std::string kVariants = " target* board kernels* tflm ";
const std::string kPreview = " resize_inputs width quantize ";
const std::string kInference = " inputs resource_variables verify ";
const std::string kRun = " planner invoke arena_size " + kInference;
const std::string kEnd = " cache limits";
constexpr const char* kModelAlone =
    "A .tflite file, or a C or C++ source with a model as an array (FILE:NAME if it has several)";
constexpr const char* kEachSet = "Kernel sets (default: each target's default)";

constexpr const char* kProjectModels =
    "Models or images of the project (default: those in .arenascope/project.json, or else all .tflite files in Git)";

// Of a project: without a model, the one in the present folder. A server has no such folder.
std::vector<Taken> ofProject(const std::string& names, const char* models) {
  std::vector<Taken> all =
      taking("model* " + names,
             {{.field = "model", .help = models, .interfaces = kCommandLine | kPython},
              {.field = "fail_on",
               .help = "Exit with status 3 also for growth of a figure, or for a new hazard: a kernel that is known to "
                       "overrun memory, crash or compute wrongly",
               .choices = failuresOfReview}});
  all.insert(all.begin(),
             {.field = "model", .count = Count::kOneOrMore, .required = true, .help = models, .interfaces = kMcp});
  return all;
}

// What a model costs.
std::vector<UseCase> measuring() {
  return {
      {"profile",
       "Run a model and report its arena, operators and cycles: the exact size of its tensor arena (kTensorArenaSize), "
       "the contents of the arena, and the cycles of each operator",
       "arenascope.profile.1",
       taking("model! target" + kBoard + "power_mw" + kInterpreter + kPreview + kRun +
              "overlap keep_tensors budget max_cycles fail_on+ record store" + kEnd)},
      {"advise",
       "Suggest changes that make the arena smaller or the inference faster: plans, orders, overlap, strips, kernel "
       "sets, two arenas, boards; each has been run, and is ranked by its gain",
       "arenascope.advice.1",
       taking("model! target" + kBoard + kInterpreter + kPreview + "seconds deadline fit" + kInference + "budget" +
                  kEnd,
              {{.field = "seconds",
                .help = "Limit the search for smaller versions of the model to S seconds and report what it has found "
                        "by then (default: a fixed number of versions, about 20 s)"}}),
       "The list begins with changes that save memory at no cost. Then come those that cost cycles, those "
       "that are faster and take more memory, those that were not run, and other places for the same "
       "memory."},
      {"compare", "Compare kernel sets, targets or models side by side: arena, cycles and flash, operator by operator",
       "arenascope.compare.1",
       taking("model+! target+" + kTimed + "kernels+ tflm+" + kPreview + kRun + "budget max_cycles" + kEnd,
              {{.field = "model", .help = "One model, or several to compare"},
               {.field = "target", .help = "One target, or several separated by commas"},
               {.field = "kernels",
                .help = "Kernel sets, separated by commas (default: each target's default; all sets for one model and "
                        "target)"},
               {.field = "tflm", .help = "Revisions of the interpreter, separated by commas"}})},
      {"boards", "List the boards, or run a model on each: time, RAM and flash left", "arenascope.boards.1",
       taking("model clock reserved_ram" + kInterpreter + kPreview + kRun + kEnd)},
      {"batch", "Profile many models and report on each; a failed model gets its error", "arenascope.batch.1",
       taking(
           "model+! target" + kBoard + kInterpreter + kPreview + kRun + "budget max_cycles" + kEnd,
           {{.field = "model", .help = "Folders, models, and files that list one path per line; - is standard input"},
            {.field = "target", .help = "Run the models on this target"}})},
      {"overhead", "Show the interpreter's own cycles beside the kernels', for several models", "arenascope.overhead.1",
       taking("model+! target" + kTimed + kInterpreter + kEnd,
              {{.field = "model", .help = "One model or several"},
               {.field = "target", .help = "Run the models on this target"}})}};
}

// Smaller arenas.
std::vector<UseCase> shrinking() {
  return {
      {"plan", "Search for a better memory plan and write it into the model: a smaller arena on unmodified TFLM",
       "arenascope.plan.1",
       taking(
           "model*!" + kVariants + kPreview + "shared planner order overlap seconds invoke" + kInference + "budget" +
               kEnd,
           {{.field = "model",
             .help = "A .tflite file, or a C or C++ source with a model as an array; several with --shared"},
            {.field = "target", .help = "Run the model on this target; the plan must hold for each of several"},
            {.field = "kernels", .help = kEachSet},
            {.field = "planner",
             .help =
                 "Memory planner: optimal (search), greedy (the interpreter's), or linear (no two buffers share bytes)",
             .choices = methods,
             .otherwise = "optimal"},
            {.field = "overlap",
             .help = "Let outputs overlap input bytes that their operator has already read: measured and proven by "
                     "running, for these kernels only"},
            {.field = "seconds",
             .help = "Limit the search to S seconds and keep the best plan found by then (default: a fixed number of "
                     "steps, about 10 s)"}})},
      {"shrink",
       "Search for smaller versions of the model for unmodified TFLM: PADs folded into convolutions, other orders, "
       "better "
       "plans, in-place outputs, operators computed strip by strip; with the cost of each",
       "arenascope.shrink.1",
       taking("model!" + kVariants + kPreview + "means+ psram max_cycles_growth budget seconds" + kInference + kEnd,
              {{.field = "model", .help = kModelAlone},
               {.field = "target", .help = "Run the model on this target; outputs must be the same on each of several"},
               {.field = "kernels", .help = kEachSet},
               {.field = "budget",
                .help = "Choose the cheapest version with an arena of at most N bytes, not the smallest version"},
               {.field = "seconds",
                .help = "Limit the search to S seconds and report what has been found and proven by then (default: a "
                        "fixed number of versions, about 60 s)"}}),
       "With --budget the cheapest version within it is chosen, otherwise the smallest. Strips, plans, "
       "orders and folded PADs hold for any kernels; in-place outputs are proven for the kernels of the run only, "
       "which "
       "the written model names. Strips need CONCATENATION, SPLIT_V and PAD in the resolver: --resolver "
       "writes all operators that the version needs."}};
}

// Other memories.
std::vector<UseCase> moving() {
  return {
      {"place",
       "Find the regions of a board's memory in which a model's constants, the kernels and the arena save most cycles: "
       "constant by constant and operator by operator, with lines for the linker script",
       "arenascope.placement.1",
       taking(
           "model! board! clock place" + kInterpreter + kPreview + kInference + kEnd,
           {{.field = "model", .help = kModelAlone},
            {.field = "place",
             .help =
                 "Put weights or code only into these regions, for example weights=dtcm:64K,code=itcm (at most 64 KiB "
                 "of DTCM; `flash` leaves them there), and the arena into this one (default: any region with "
                 "room)"}}),
       "One run watches how long the processor waits for each constant and for the code of each kind of "
       "operator. For every region, the fastest first, the subset that saves most is chosen, and the "
       "result is run. The cycles are those of `profile --place` where everything moves."},
      {"compress",
       "Compress the model's constants for TFLM's operator DECODE, without loss, where that saves flash: bytes of "
       "model "
       "saved, code and cycles added, and the exact arena",
       "arenascope.compression.1",
       taking("model! target board kernels max_cycles_growth" + kInference + kEnd,
              {{.field = "model", .help = kModelAlone},
               {.field = "max_cycles_growth",
                .help = "Leave constants as they are until an inference takes at most P percent more cycles"}}),
       "A constant is held by a table of up to 128 values (for all, or for each channel), by Huffman "
       "codes, or without its zeros: the smallest, without loss. DECODE writes the values into the arena "
       "before each operator that reads them. TFLM has it since October 2025; --resolver writes all "
       "operators that the compressed model needs."}};
}

// Failures, libraries and devices.
std::vector<UseCase> diagnosing() {
  return {
      {"explain",
       "Explain a message that TensorFlow Lite Micro has printed on a device, for this model, and suggest a remedy. "
       "Use it when a device prints an error, or when AllocateTensors() or Invoke() fails",
       "arenascope.explain.1",
       taking("model! message! target board" + kInterpreter + "resource_variables arena_size" + kEnd,
              {{.field = "target", .help = "Try only this one (default: all that differ in memory)"},
               {.field = "resource_variables",
                .help = "Assume N resource variable slots in the firmware (default: as many as the model names)"},
               {.field = "arena_size", .help = "Size of the device's arena in bytes, if known"}})},
      {"sweep",
       "Try arenas of many sizes, 0 to 15 bytes off alignment: show where the model works, where and how it fails, and "
       "where memory would be overwritten",
       "arenascope.sweep.1",
       taking("model! sizes step target board" + kInterpreter + kPreview + "planner invoke" + kInference + "budget" +
                  kEnd,
              {{.field = "model", .help = kModelAlone}})},
      {"versions",
       "Compare the releases of a target's libraries for a model: arena, scratch memory and hazards, with the safe "
       "releases and the line that pins one",
       "arenascope.versions.1",
       taking("model! target board tflm resource_variables invoke" + kEnd, {{.field = "model", .help = kModelAlone}})},
      {"audit",
       "Check the kernels of an added library: run them with many shapes, watch each access to memory, and compare "
       "their outputs with those of the reference kernels",
       "arenascope.audit.1",
       taking("library! model shapes seconds fail_on+ limits",
              {{.field = "fail_on",
                .help = "Exit with status 3. memory: if a kernel leaves its buffers or crashes; finding: also if "
                        "outputs differ",
                .choices = failuresOfAudit},
               {.field = "model",
                .help = "Check only this model's operators, first as they are in it (default: every operator)"},
               {.field = "seconds", .help = "End after S seconds with what was found by then"}}),
       "Outputs are compared bit by bit. Kernels that round otherwise than the reference kernels differ by "
       "1; floats can differ in their last bits."},
      {"calibrate",
       "Compare times that a device has printed with this program's cycles, operator by operator; find the cause of "
       "the difference (clock, wait states, caches, kernels, their compilation) and fit the board's memory timing",
       "arenascope.calibration.1", taking("model! log! board! clock persistent_region kernels" + kInference + kEnd)},
      {"evidence",
       "Show the accuracy of cycles: published figures of real boards beside this program's, with their sources",
       "arenascope.evidence.1",
       {}}};
}

// A project along its commits.
std::vector<UseCase> following() {
  return {
      {"history",
       "Show a project's models over its Git commits: the figures that `profile --record` and `history backfill` have "
       "recorded, the commits that changed one, and the cause: an operator, a buffer, a library. Runs nothing",
       "arenascope.history.1", ofProject("revision store figures", "Only these models or images (default: all)")},
      {"backfill",
       "Measure a project's models at its newest commits, for `history`; finished measurements are not repeated",
       "arenascope.backfill.1",
       ofProject("revision commits store build target" + kBoard + kInterpreter + kRun + "budget max_cycles" + kEnd,
                 kProjectModels),
       "Old commits are checked out in a temporary worktree: the project's files stay unchanged, and hooks "
       "do not run. An image that is not in Git needs --build 'make app.elf'.",
       "history backfill", kCommandLine | kPython, "a server writes nothing"},
      {"review",
       "Report how a project's models and images have changed since a base commit: arena, cycles, flash, hazards and "
       "budgets, with the cause, for a comment under a pull request",
       "arenascope.review.1",
       ofProject("base! store build target" + kBoard + kInterpreter + kRun +
                     "budget max_cycles fail_on+ only_changes picture" + kEnd,
                 kProjectModels),
       "The exit status is 3 if a model is over a budget of .arenascope/project.json, --budget or "
       "--max-cycles."}};
}

std::vector<UseCase> useCaseTable() {
  std::vector<UseCase> all;
  for (const auto& part : {measuring(), shrinking(), moving(), diagnosing(), following()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

} // namespace

std::span<const UseCase> useCases() {
  static const std::vector<UseCase> all = useCaseTable();
  return all;
}

const UseCase* findUseCase(std::string_view name) {
  for (const UseCase& useCase : useCases())
    if (name == useCase.name) return &useCase;
  return nullptr;
}

std::string commandOf(const UseCase& useCase) { return useCase.command == nullptr ? useCase.name : useCase.command; }

bool isIn(const UseCase& useCase, Interface interface) { return (useCase.interfaces & interface) != 0; }

bool isIn(const Taken& taken, Interface interface) {
  return (taken.interfaces & fieldOf(taken.field).interfaces & interface) != 0;
}

std::string nameOf(const Taken& taken) {
  const Field& field = fieldOf(taken.field);
  return taken.count == Count::kSeveral ? pluralOf(field) : field.name;
}

std::string helpOf(const Taken& taken) { return taken.help != nullptr ? taken.help : fieldOf(taken.field).help; }

std::vector<std::string> choicesOf(const Taken& taken) {
  if (taken.choices != nullptr) return taken.choices();
  const Field& field = fieldOf(taken.field);
  return field.choices == nullptr ? std::vector<std::string>() : field.choices();
}

} // namespace arenascope::service
