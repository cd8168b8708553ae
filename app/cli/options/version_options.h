// --write, --header, --resolver: writes a version of a model with files for the application.
#pragma once

#include "core/output/version_files.h"

namespace CLI {
class App;
}

namespace arenascope::cli {

// model, header: subjects of --write and --header in help. files must outlive parsing.
void addVersionOptions(CLI::App& command, output::VersionFiles& files, const char* model, const char* header);

// output::writeVersion(), with a message about what was written.
std::optional<Error> writeVersionAndSay(const output::VersionFiles& files, const report::Report& run,
                                        std::span<const std::uint8_t> model,
                                        std::string (*header)(const report::Report&) = output::toHeader);

} // namespace arenascope::cli
