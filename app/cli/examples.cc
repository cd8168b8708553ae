#include "app/cli/examples.h"

namespace arenascope::cli {

namespace {

constexpr Example kExamples[] = {
    {"profile", "arenascope profile model.tflite",
     "Print the arena's size, its contents and the cycles of each operator"},
    {"profile", "arenascope profile model.tflite --board raspberry-pi-pico", "Use a board's core, clock and memory"},
    {"profile", "arenascope profile model.tflite --budget 64K --header arena.h",
     "Fail if the arena is larger than 64 KiB, and write a header with its size"},
    {"profile", "arenascope profile model.tflite --resolver ops.h", "Write a resolver with the model's operators only"},
    {"advise", "arenascope advise model.tflite --target cortex-m33", "Rank the changes that make the arena smaller"},
    {"compare", "arenascope compare model.tflite other.tflite", "Compare two models, operator by operator"},
    {"compare", "arenascope compare model.tflite --kernels reference,cmsis-nn", "Compare two kernel sets"},
    {"boards", "arenascope boards", "List the known boards"},
    {"boards", "arenascope boards model.tflite", "Show time, RAM and flash left on each board"},
    {"batch", "arenascope batch models/ --json reports.jsonl", "Write one line of JSON for each model in a folder"},
    {"batch", "arenascope batch --summary --json reports.jsonl", "Print the Pareto front of these models"},
    {"overhead", "arenascope overhead model.tflite other.tflite", "Show the interpreter's cycles beside the kernels'"},
    {"plan", "arenascope plan model.tflite --write planned.tflite", "Write the model with the best memory plan"},
    {"plan", "arenascope plan model.tflite other.tflite --shared", "Plan one arena for two models that take turns"},
    {"shrink", "arenascope shrink model.tflite --budget 24K --write small.tflite",
     "Write the cheapest version with an arena of 24 KiB or less"},
    {"place", "arenascope place model.tflite --board nucleo-h743zi",
     "Find the constants and the code that belong into fast memory"},
    {"place", "arenascope place model.tflite --board mimxrt1060-evk --place weights=dtcm:64K,code=flash",
     "Place constants alone, in 64 KiB"},
    {"compress", "arenascope compress model.tflite --write compressed.tflite",
     "Write the model with constants that TFLM's DECODE expands"},
    {"explain",
     "arenascope explain model.tflite \"Failed to resize buffer. Requested: 16000, available 8440, missing: 7560\"",
     "Explain a message of the device"},
    {"explain", "arenascope explain model.tflite - < device.log", "Explain a device's log"},
    {"sweep", "arenascope sweep model.tflite --sizes 20K:24K --step 512", "Try nine sizes at 16 alignments"},
    {"versions", "arenascope versions model.tflite --target esp32s3", "Find the releases that run the model safely"},
    {"history", "arenascope history model.tflite --html history.html",
     "Show the commits that moved a figure, and write a page with lines over time"},
    {"history", "arenascope profile model.tflite --record", "Add the current commit's figures"},
    {"backfill", "arenascope history backfill -n 10", "Measure the .tflite files of the last ten commits"},
    {"review", "arenascope review --base main --svg arenas.svg", "Show what has changed since the branch left main"},
    {"review", "arenascope review --base main --only-changes --fail-on growth",
     "Print nothing if nothing has changed; fail if a figure has grown"},
    {"kernels", "arenascope kernels list", "List your own kernel sets"},
    {"audit", "arenascope audit mine --fail-on memory", "Fail if a kernel of your library leaves its buffers"},
    {"audit", "arenascope audit mine model.tflite --shapes 100", "Try the model's operators with more shapes"},
    {"cache", "arenascope cache --clear", "Delete all cached results"},
    {"mcp", "arenascope mcp models/", "Serve the models of a folder to an assistant"},
    {"doctor", "arenascope doctor", "Check targets, boards, cache, images and window"},
    {"evidence", "arenascope evidence", "Show the accuracy of cycles, with sources"},
    {"calibrate", "arenascope calibrate model.tflite device.log --board nucleo-f446re",
     "Compare a device's times with this program's"},
    {"schema", "arenascope schema profile", "Print the JSON Schema of a report"},
    {"completion", "arenascope completion bash", "Print the completion for bash"},
    {"manual", "arenascope manual profile", "Print a manual page for man -l -"},
};

} // namespace

std::span<const Example> examples() { return kExamples; }

std::string examplesText(const std::string& subcommand) {
  constexpr const char* kIndent = "                              "; // of descriptions in --help
  std::string text;
  for (const Example& example : kExamples)
    if (example.subcommand == subcommand)
      text += (text.empty() ? "Examples:\n  " : "\n  ") + std::string(example.line) + "\n" + kIndent + example.text;
  return text;
}

} // namespace arenascope::cli
