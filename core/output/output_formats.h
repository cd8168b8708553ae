// The file formats of a report: a row each, read by the command line's options, the window's menu and the
// completions. Image files, which need a painter, and the manifest of ESPHome, which
// needs further runs (service/esphome/esphome.h), are not here.
#pragma once

#include <span>
#include <string>

#include "core/base/result.h"
#include "core/report/report.h"

namespace arenascope::output {

struct OutputFormat {
  const char* option; // of `arenascope profile`: "--header"
  const char* help;   // in --help
  const char* title;  // in a menu
  const char* suffix; // of the file
  bool needsArena;    // only where the arena is known
  // Whether other subcommands have an option of this name with a wider meaning.
  bool optionElsewhere;
  Result<std::string> (*write)(const report::Report& report);
};

std::span<const OutputFormat> outputFormats();

} // namespace arenascope::output
