// `--help topics` and `--help TOPIC`: the documentation's pages on a terminal.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace arenascope::cli {

// The topic that the arguments ask for; nothing if they ask for something else.
std::optional<std::string> requestedTopic(const CLI::App& app, int argc, const char* const* argv);

// A table of the reference as Markdown, by its name: "operators", "revisions", "messages". Empty for other names.
std::string referenceTable(const std::string& name);

// Prints the list ("topics") or a page. Returns the exit status.
int printTopic(const std::string& topic);

} // namespace arenascope::cli
