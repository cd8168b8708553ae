// The subcommands and options of the command line, as its parser has them: what --help, completions and manual pages
// are made from.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace arenascope::cli {

struct OptionSpec {
  std::vector<std::string> names;   // "-h", "--help"; empty for a positional argument
  std::string value;                // "FILE", "NAME"; empty for a flag
  std::vector<std::string> choices; // what it takes, where that is a list
  std::string text;
  bool required = false;
  bool takesFile = false;
};

struct CommandSpec {
  std::string name;
  std::string text;
  std::string footer;
  std::vector<OptionSpec> options;
};

// Of all subcommands, in the order in which they were added.
std::vector<CommandSpec> specOf(const CLI::App& app);

} // namespace arenascope::cli
