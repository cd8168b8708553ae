#include "app/cli/command_reference.h"

#include <fmt/format.h>

#include "app/cli/command_spec.h"
#include "app/cli/examples.h"
#include "core/base/markdown.h"

namespace arenascope::cli {

namespace {

std::string usageOf(const CommandSpec& command, const std::string& name) {
  std::string usage = "arenascope " + name + (command.subcommands.empty() ? "" : " SUBCOMMAND") + " [OPTIONS]";
  for (const OptionSpec& option : command.options) {
    if (!option.names.empty()) continue;
    const std::string argument = option.value + (option.several ? "..." : "");
    usage += option.required ? " " + argument : " [" + argument + "]";
  }
  return usage;
}

std::string termOf(const OptionSpec& option) {
  std::string term;
  for (const std::string& name : option.names) term += (term.empty() ? "" : ", ") + name;
  if (!option.value.empty()) term += (term.empty() ? "" : " ") + option.value;
  return option.several ? term + " ..." : term;
}

std::string item(const std::string& term, const std::string& text) {
  return fmt::format("- `{}`: {}\n", term, markdown(text));
}

std::string optionsOf(const CommandSpec& command) {
  std::string arguments;
  std::string options;
  std::string group;
  for (const OptionSpec& option : command.options) {
    if (option.names.empty()) {
      arguments += item(termOf(option), fullText(option));
      continue;
    }
    if (option.group != group) options += (options.empty() ? "" : "\n") + ("**" + option.group + "**\n\n");
    group = option.group;
    options += item(termOf(option), fullText(option));
  }
  return (arguments.empty() ? arguments : "**Arguments**\n\n" + arguments + "\n") + options + "\n";
}

std::string examplesOf(const CommandSpec& command) {
  std::string text;
  for (const Example& example : examples())
    if (example.subcommand == command.name) text += item(example.line, example.text);
  return text.empty() ? text : "**Examples**\n\n" + text + "\n";
}

// name: with the one of the subcommand that it belongs to.
std::string sectionOf(const CommandSpec& command, const std::string& name, const char* heading) {
  std::string text = fmt::format("{} {}\n\n{}.\n\n```text\n{}\n```\n\n", heading, name, markdown(command.text),
                                 usageOf(command, name));
  text += optionsOf(command);
  if (!command.footer.empty()) text += markdown(command.footer) + "\n\n";
  text += examplesOf(command);
  for (const CommandSpec& nested : command.subcommands) text += sectionOf(nested, name + " " + nested.name, "###");
  return text;
}

} // namespace

std::string commandReference(const CLI::App& app) {
  std::string text;
  for (const CommandSpec& command : specOf(app)) text += sectionOf(command, command.name, "##");
  return text;
}

} // namespace arenascope::cli
