#include "app/cli/options/export_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <system_error>

#include "app/cli/options/run_options.h"
#include "core/output/model_explorer.h"
#include "core/output/output_formats.h"
#include "core/output/tensor_files.h"
#include "service/esphome/esphome.h"

namespace arenascope::cli {

using report::Report;

namespace {

std::optional<Error> writeModelExplorer(const std::string& prefix, const Report& report) {
  if (report.cost)
    if (auto failed = writeIfAsked(prefix + "-cycles.json", [&] { return output::nodeCycles(report); })) return failed;
  return writeIfAsked(prefix + "-bytes.json", [&] { return output::nodeBytes(report); });
}

// Other fields of an existing manifest are kept.
std::optional<Error> writeManifest(const std::string& path, const service::ProfileRequest& request) {
  service::BatchControl control(service::esphomeRuns());
  const auto manifest = withProgress([&](const service::OnProgress& onProgress) {
    return service::updatedManifest(path, request, onProgress, control);
  });
  if (!manifest) return manifest.error();
  if (auto failed = writeAndSay(path, manifest->update.text)) return failed;
  std::cerr << "arenascope: " << path << ", by chip and version of its kernels:\n"
            << describe(manifest->update, manifest->sizes);
  return std::nullopt;
}

} // namespace

void addExportOptions(CLI::App& command, ExportOptions& options) {
  for (const output::OutputFormat& format : output::outputFormats())
    if (!format.optionElsewhere) addOutput(command, format.option, options.files[&format], format.help);
  addOutput(command, "--model-explorer", options.modelExplorer,
            "Write node data for Model Explorer: PREFIX-cycles.json and PREFIX-bytes.json", FileUse::kWritePair)
      ->type_name("PREFIX");
  addOutput(command, "--esphome", options.esphome,
            "Set tensor_arena_size in this manifest of ESPHome's micro_wake_word (created if missing) to "
            "the largest need of all Espressif chips and esp-nn versions, and print a table of them");
  addOutput(command, "--dump", options.dump,
            "Write the inputs and every tensor that the inference wrote to this folder, as .npy files",
            FileUse::kWriteFolder)
      ->type_name("FOLDER");
}

std::optional<Error> writeExports(const ExportOptions& options, const service::ProfileRequest& request,
                                  const Report& report) {
  const auto unknown = [] { return Error{Stage::kExport, "nothing has been exported: the arena is not known"}; };
  for (const auto& [format, path] : options.files) {
    if (path.empty()) continue;
    if (format->needsArena && !report.arena) return unknown();
    const Result<std::string> text = format->write(report);
    if (!text) return text.error();
    if (auto failed = writeAndSay(path, *text)) return failed;
  }
  if (!report.arena && !(options.modelExplorer.empty() && options.esphome.empty())) return unknown();
  if (!options.modelExplorer.empty())
    if (auto failed = writeModelExplorer(options.modelExplorer, report)) return failed;
  if (!options.esphome.empty())
    if (auto failed = writeManifest(options.esphome, request)) return failed;
  if (options.dump.empty()) return std::nullopt;
  if (auto failed = output::writeTensors(options.dump, report)) return failed;
  sayWritten(options.dump);
  return std::nullopt;
}

} // namespace arenascope::cli
