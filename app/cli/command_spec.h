// Specification of subcommands and options, read from the parser: source of --help, completions and manual pages.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace arenascope::cli {

struct OptionSpec {
  std::string group;                                     // its heading in --help
  std::vector<std::string> names;                        // "-h", "--help"; empty for a positional argument
  std::string value;                                     // "FILE", "NAME"; empty for a flag
  std::vector<std::string> choices;                      // permitted values, if they are a list
  std::function<std::vector<std::string>()> completions; // the choices, or the names that there are now: reads files
  std::string text;
  std::string rules; // "one of: a, b; default: a; needs --board"; empty if there are none
  bool required = false;
  bool several = false; // may be given several times, or take several values
  bool takesFile = false;
  bool takesList = false; // of values, with commas between
};

struct CommandSpec {
  std::string name;
  std::string text;
  std::string footer;
  std::vector<OptionSpec> options;
  std::vector<CommandSpec> subcommands; // "add", "list" and "remove" of "kernels"
};

OptionSpec specOf(const CLI::Option& option);
// All subcommands, in order of their addition, with their options by group.
std::vector<CommandSpec> specOf(const CLI::App& app);
// The program's own options, and all subcommands.
CommandSpec programSpec(const CLI::App& app);

// The description with the rules.
std::string fullText(const OptionSpec& option);

// The start of a description, for a line in a list.
std::string firstClause(const std::string& text);

} // namespace arenascope::cli
