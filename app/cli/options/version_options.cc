#include "app/cli/options/version_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/results/output_files.h"

namespace arenascope::cli {

void addVersionOptions(CLI::App& command, output::VersionFiles& files, const char* model, const char* header) {
  addOutput(command, "--write", files.model, model);
  addOutput(command, "--header", files.header, header);
  addOutput(command, "--resolver", files.resolver,
            "Write a C++ header that registers the version's operators with a MicroMutableOpResolver");
}

std::optional<Error> writeVersionAndSay(const output::VersionFiles& files, const report::Report& run,
                                        std::span<const std::uint8_t> model,
                                        std::string (*header)(const report::Report&)) {
  return writeVersion(files, run, model, header, [](const std::filesystem::path& path, std::string_view text) {
    return writeAndSay(path.string(), text);
  });
}

} // namespace arenascope::cli
