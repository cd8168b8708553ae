#include "app/cli/version_options.h"

#include <CLI/CLI.hpp>

namespace arenascope::cli {

void addVersionOptions(CLI::App& command, profile::VersionFiles& files, const char* model, const char* header) {
  command.add_option("--write", files.model, model)->type_name("FILE");
  command.add_option("--header", files.header, header)->type_name("FILE");
  command
      .add_option("--resolver", files.resolver,
                  "A C++ header that registers the operators that it needs with a MicroMutableOpResolver")
      ->type_name("FILE");
}

} // namespace arenascope::cli
