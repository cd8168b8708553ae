// Files written from a report: output::outputFormats(), --model-explorer, --esphome, --dump.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/output/output_formats.h"
#include "core/report/report.h"
#include "service/profile/profiler.h"

namespace CLI {
class App;
}

namespace arenascope::cli {

struct ExportOptions {
  std::map<const output::OutputFormat*, std::string> files; // path for each format
  std::string modelExplorer;                                // prefix of two files' names
  std::string esphome;
  std::string dump; // a folder
};

// options must outlive parsing.
void addExportOptions(CLI::App& command, ExportOptions& options);

// Writes the requested files. Most need a report with arena figures; --dump needs kept outputs. request: of the report.
std::optional<Error> writeExports(const ExportOptions& options, const service::ProfileRequest& request,
                                  const report::Report& report);

} // namespace arenascope::cli
