// The reference of subcommands and options, as Markdown.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace arenascope::cli {

// A section for each subcommand: its usage, options by group, and examples.
std::string commandReference(const CLI::App& app);

} // namespace arenascope::cli
