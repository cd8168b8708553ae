// --write, --header, --resolver: a version of a model with what the application takes beside it.
#pragma once

#include "core/output/version_files.h"

namespace CLI {
class App;
}

namespace arenascope::cli {

// model, header: what --write and --header write, for their help. The files outlive the parsing.
void addVersionOptions(CLI::App& command, output::VersionFiles& files, const char* model, const char* header);

// profile::writeVersion(), and says on standard error what was written.
std::optional<Error> writeVersionAndSay(const output::VersionFiles& files, const report::Report& run,
                                        std::span<const std::uint8_t> model,
                                        std::string (*header)(const report::Report&) = output::toHeader);

} // namespace arenascope::cli
