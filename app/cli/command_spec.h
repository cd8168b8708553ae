// Specification of subcommands and options, read from the parser: source of --help, completions and manual pages.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace arenascope::cli {

struct OptionSpec {
  std::vector<std::string> names;       // "-h", "--help"; empty for a positional argument
  std::string value;                    // "FILE", "NAME"; empty for a flag
  std::vector<std::string> choices;     // permitted values, if they are a list
  std::vector<std::string> completions; // for completion: the choices, or the names that there are now
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

// All subcommands, in order of their addition.
std::vector<CommandSpec> specOf(const CLI::App& app);

} // namespace arenascope::cli
