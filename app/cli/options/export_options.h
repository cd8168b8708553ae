// Files that a report is written as: those of profile::outputFormats(), --model-explorer, --esphome, --dump.
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
  std::map<const output::OutputFormat*, std::string> files; // where each is to be written
  std::string modelExplorer;                                // the beginning of two files' names
  std::string esphome;
  std::string dump; // a folder
};

// The options outlive the parsing.
void addExportOptions(CLI::App& command, ExportOptions& options);

// Writes what was asked for. Most of it takes a report whose arena is known; --dump one that kept its outputs. request:
// what the report answers.
std::optional<Error> writeExports(const ExportOptions& options, const service::ProfileRequest& request,
                                  const report::Report& report);

} // namespace arenascope::cli
