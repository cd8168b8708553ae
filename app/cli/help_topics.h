// `--help topics` and `--help TOPIC`: the documentation's pages on a terminal.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace arenascope::cli {

// The topic that the arguments ask for; nothing if they ask for something else.
std::optional<std::string> requestedTopic(int argc, const char* const* argv);

// Prints the list ("topics"), a page, the help of a subcommand, or the topics that have the words. Returns the exit
// status.
int printTopic(const CLI::App& app, const std::string& topic);

} // namespace arenascope::cli
