#include "app/cli/export_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <system_error>

#include "app/cli/run_options.h"
#include "core/output/esphome.h"
#include "core/output/model_explorer.h"
#include "core/output/output_formats.h"
#include "core/output/tensor_files.h"

namespace arenascope::cli {

using profile::Report;

namespace {

std::optional<Error> writeModelExplorer(const std::string& prefix, const Report& report) {
  if (report.cost)
    if (auto failed = writeIfAsked(prefix + "-cycles.json", [&] { return profile::nodeCycles(report); })) return failed;
  return writeIfAsked(prefix + "-bytes.json", [&] { return profile::nodeBytes(report); });
}

// An existing manifest keeps all else that it has.
std::optional<Error> writeManifest(const std::string& path, const Report& report) {
  std::ifstream stream(path, std::ios::binary);
  const std::string before((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  const auto manifest = profile::withArenaSize(before, path, report);
  if (!manifest) return manifest.error();
  std::cerr << "arenascope: tensor_arena_size is that of " << describeSettings(report)
            << "; ESP32 chips have larger structs, and kernels (esp-nn) with scratch memory of their own: an ESP32-S3 "
               "may need half as much again. Try it on the device\n";
  return writeFile(path, *manifest);
}

} // namespace

void addExportOptions(CLI::App& command, ExportOptions& options) {
  for (const profile::OutputFormat& format : profile::outputFormats())
    if (!format.optionElsewhere)
      command.add_option(format.option, options.files[&format], format.help)->type_name("FILE");
  command
      .add_option("--model-explorer", options.modelExplorer,
                  "Node data for Model Explorer: PREFIX-cycles.json and PREFIX-bytes.json")
      ->type_name("PREFIX");
  command
      .add_option("--esphome", options.esphome,
                  "Set tensor_arena_size in this manifest of ESPHome's micro_wake_word; a new one where there is none")
      ->type_name("FILE");
  command
      .add_option("--dump", options.dump,
                  "Every tensor that the inference wrote as a .npy file in this folder, and the inputs")
      ->type_name("FOLDER");
}

std::optional<Error> writeExports(const ExportOptions& options, const Report& report) {
  const auto unknown = [] { return Error{Stage::kExport, "nothing was exported: the arena is not known"}; };
  for (const auto& [format, path] : options.files) {
    if (path.empty()) continue;
    if (format->needsArena && !report.arena) return unknown();
    const Result<std::string> text = format->write(report, {}, path);
    if (!text) return text.error();
    if (auto failed = writeFile(path, *text)) return failed;
  }
  if (!report.arena && !(options.modelExplorer.empty() && options.esphome.empty())) return unknown();
  if (!options.modelExplorer.empty())
    if (auto failed = writeModelExplorer(options.modelExplorer, report)) return failed;
  if (!options.esphome.empty())
    if (auto failed = writeManifest(options.esphome, report)) return failed;
  return options.dump.empty() ? std::nullopt : profile::writeTensors(options.dump, report);
}

} // namespace arenascope::cli
