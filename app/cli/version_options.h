// --write, --header, --resolver: a version of a model with what the application takes beside it.
#pragma once

#include "core/output/version_files.h"

namespace CLI {
class App;
}

namespace arenascope::cli {

// model, header: what --write and --header write, for their help. The files outlive the parsing.
void addVersionOptions(CLI::App& command, profile::VersionFiles& files, const char* model, const char* header);

} // namespace arenascope::cli
