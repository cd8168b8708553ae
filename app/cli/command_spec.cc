#include "app/cli/command_spec.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/options/one_of.h"
#include "core/base/number_text.h"
#include "service/use_case/field.h"

namespace arenascope::cli {

namespace {

// Choices in "TEXT:{a,b}" or "{a,b}".
std::vector<std::string> choicesIn(const std::string& type) {
  std::vector<std::string> choices;
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return choices;
  for (std::size_t from = open + 1; from < close;) {
    const std::size_t end = std::min(type.find(',', from), close);
    choices.push_back(type.substr(from, end - from));
    from = end + 1;
  }
  return choices;
}

// Name of the value, without the list or range that the parser adds.
std::string valueName(const std::string& type, bool choices) {
  std::size_t end = type.size();
  for (const char* check : {":{", "{", ":FILE", ":DIR"}) end = std::min(end, type.find(check)); // "FIRST:LAST" stays
  const std::string name = type.substr(0, end);
  const bool unnamed = name.empty() || name == "TEXT" || name == "UINT" || name == "INT" || name == "FLOAT";
  return unnamed && choices ? "NAME" : unnamed ? "N" : name;
}

// Those of the option itself, or of the field that it is made of: boards, kernel sets and revisions are no closed
// lists.
std::vector<std::string> knownNames(const CLI::Option& parsed, const std::vector<std::string>& spelled) {
  if (std::vector<std::string> names = completionsOf(parsed); !names.empty()) return names;
  for (const service::Field& field : service::fields())
    if (field.choices != nullptr && std::find(spelled.begin(), spelled.end(), optionOf(field)) != spelled.end()) {
      std::vector<std::string> names = field.choices();
      std::erase_if(names, [](const std::string& name) { return name.find(' ') != std::string::npos; }); // two words
      return names;
    }
  return {};
}

std::string listed(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(option->get_name());
  std::sort(names.begin(), names.end()); // those of the set are addresses
  return joined(names);
}

// "one of: a, b; default: a; not with --board"
std::string rulesOf(const CLI::Option& option, const std::vector<std::string>& choices) {
  std::string rules;
  const auto add = [&rules](const char* what, const std::string& names) {
    if (!names.empty()) rules += (rules.empty() ? "" : "; ") + (what + names);
  };
  const std::string& text = option.get_description();
  const bool named = std::all_of(choices.begin(), choices.end(),
                                 [&text](const std::string& choice) { return text.find(choice) != std::string::npos; });
  if (!named) add("one of: ", joined(choices));
  add("default: ", option.get_default_str());
  add("needs ", listed(option.get_needs()));
  add("not with ", listed(option.get_excludes()));
  if (option.get_required() && !option.get_positional()) add("", "required");
  return rules;
}

} // namespace

OptionSpec specOf(const CLI::Option& option) {
  OptionSpec spec;
  spec.group = option.get_group();
  spec.text = option.get_description();
  spec.required = option.get_required();
  const std::string type = option.get_type_size_max() == 0 ? "" : option.get_type_name();
  if (option.get_positional()) {
    spec.value = option.get_name(true);
  } else {
    for (const std::string& name : option.get_snames()) spec.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) spec.names.push_back("--" + name);
    spec.choices = choicesIn(type);
    if (!type.empty()) spec.value = valueName(type, !spec.choices.empty());
  }
  spec.completions = [&option, type, spelled = spec.names] {
    std::vector<std::string> choices = choicesIn(type);
    return choices.empty() ? knownNames(option, spelled) : choices;
  };
  spec.takesFile = spec.value.find("FILE") != std::string::npos || spec.value == "FOLDER" ||
                   spec.value.starts_with("MODEL") || spec.value == "PREFIX";
  spec.several = option.get_expected_max() == CLI::detail::expected_max_vector_size && !spec.value.ends_with("...");
  spec.takesList = option.get_delimiter() != '\0';
  spec.rules = rulesOf(option, spec.choices);
  return spec;
}

std::string fullText(const OptionSpec& option) {
  if (option.rules.empty()) return option.text;
  if (!option.text.ends_with(')')) return option.text + " (" + option.rules + ")";
  return option.text.substr(0, option.text.size() - 1) + "; " + option.rules + ")";
}

std::string firstClause(const std::string& text) {
  return text.substr(0, std::min(text.find_first_of(";:\n"), text.find(". ")));
}

CommandSpec programSpec(const CLI::App& app) {
  CommandSpec spec{app.get_name(), app.get_description(), app.get_footer(), {}, specOf(app)};
  for (const std::string& group : app.get_groups())
    for (const CLI::Option* option : app.get_options())
      if (option->get_group() == group) spec.options.push_back(specOf(*option));
  return spec;
}

std::vector<CommandSpec> specOf(const CLI::App& app) {
  std::vector<CommandSpec> subcommands;
  for (const CLI::App* subcommand : app.get_subcommands(std::function<bool(const CLI::App*)>()))
    subcommands.push_back(programSpec(*subcommand));
  return subcommands;
}

} // namespace arenascope::cli
