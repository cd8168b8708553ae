#include "app/cli/completions.h"

namespace arenascope::cli {

namespace {

std::string joinedWith(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::vector<std::string> namesOf(const CommandSpec& subcommand) {
  std::vector<std::string> names;
  for (const OptionSpec& option : subcommand.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  for (const CommandSpec& nested : subcommand.subcommands) {
    const std::vector<std::string> further = namesOf(nested);
    names.insert(names.end(), further.begin(), further.end());
  }
  return names;
}

std::vector<std::string> namesOf(const std::vector<CommandSpec>& subcommands) {
  std::vector<std::string> names;
  for (const CommandSpec& subcommand : subcommands) names.push_back(subcommand.name);
  return names;
}

// The first clause, for a menu line.
std::string shortText(const std::string& text) {
  const std::string clause = firstClause(text);
  constexpr std::size_t kMost = 80;
  return clause.size() <= kMost ? clause : clause.substr(0, clause.rfind(' ', kMost)) + " ...";
}

// Escapes text for a shell's single quotes.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// Escapes text for zsh's _arguments.
std::string zshText(const std::string& text) {
  std::string result;
  for (const char c : shortText(text)) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zshOption(const OptionSpec& option) {
  const std::string action = !option.completions.empty() ? "(" + joinedWith(option.completions, " ") + ")"
                             : option.takesFile          ? "_files"
                                                         : " ";
  if (option.names.empty()) return quoted("*:" + zshText(option.value) + ":" + action);
  std::string text;
  for (const std::string& name : option.names)
    text +=
        (text.empty() ? "" : " ") + quoted(name + "[" + zshText(option.text) + "]" +
                                           (option.value.empty() ? "" : ":" + zshText(option.value) + ":" + action));
  return text;
}

} // namespace

std::string bashCompletion(const std::vector<CommandSpec>& subcommands) {
  std::string text =
      "# Completion for arenascope in bash.\n"
      "_arenascope() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} subcommand=${COMP_WORDS[1]}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '" +
      joinedWith(namesOf(subcommands), " ") +
      " --help --version' -- \"$word\"))\n    return\n  fi\n  case \"$subcommand $before\" in\n";
  for (const CommandSpec& subcommand : subcommands)
    for (const OptionSpec& option : subcommand.options) {
      if (option.completions.empty()) continue;
      std::string cases;
      for (const std::string& name : option.names)
        cases += (cases.empty() ? "'" : "|'") + subcommand.name + " " + name + "'";
      if (cases.empty()) continue;
      text += "    " + cases + ") COMPREPLY=($(compgen -W '" + joinedWith(option.completions, " ") +
              "' -- \"$word\")); return ;;\n";
    }
  text += "  esac\n  if [[ $word == -* ]]; then\n    case \"$subcommand\" in\n";
  for (const CommandSpec& subcommand : subcommands)
    text += "      " + subcommand.name + ") COMPREPLY=($(compgen -W '" + joinedWith(namesOf(subcommand), " ") +
            "' -- \"$word\")) ;;\n";
  text += "    esac\n    return\n  fi\n";
  for (const CommandSpec& subcommand : subcommands)
    if (!subcommand.subcommands.empty())
      text += "  if [ \"$COMP_CWORD $subcommand\" = '2 " + subcommand.name +
              "' ]; then\n    COMPREPLY=($(compgen -W '" + joinedWith(namesOf(subcommand.subcommands), " ") +
              "' -- \"$word\"))\n    return\n  fi\n";
  return text + "  COMPREPLY=($(compgen -f -- \"$word\"))\n}\n"
                "complete -o filenames -F _arenascope arenascope\n";
}

std::string zshCompletion(const std::vector<CommandSpec>& subcommands) {
  std::string text = "#compdef arenascope\n# Completion for arenascope in zsh.\n_arenascope() {\n"
                     "  local -a subcommands\n  subcommands=(\n";
  for (const CommandSpec& subcommand : subcommands)
    text += "    " + quoted(subcommand.name + ":" + zshText(subcommand.text)) + "\n";
  text += "  )\n  if (( CURRENT == 2 )); then\n    _describe 'subcommand' subcommands\n    return\n  fi\n"
          "  local subcommand=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $subcommand in\n";
  for (const CommandSpec& subcommand : subcommands) {
    text += "    " + subcommand.name + ")\n      _arguments";
    for (const OptionSpec& option : subcommand.options) text += " \\\n        " + zshOption(option);
    if (!subcommand.subcommands.empty())
      text += " \\\n        " + quoted("1:subcommand:(" + joinedWith(namesOf(subcommand.subcommands), " ") + ")");
    text += "\n      ;;\n";
  }
  return text + "  esac\n}\n_arenascope \"$@\"\n";
}

std::string fishCompletion(const std::vector<CommandSpec>& subcommands) {
  std::string text = "# Completion for arenascope in fish.\n";
  for (const CommandSpec& subcommand : subcommands)
    text += "complete -c arenascope -n __fish_use_subcommand -f -a " + subcommand.name + " -d " +
            quoted(shortText(subcommand.text)) + "\n";
  for (const CommandSpec& subcommand : subcommands)
    if (!subcommand.subcommands.empty())
      text += "complete -c arenascope -n '__fish_seen_subcommand_from " + subcommand.name + "' -f -a " +
              quoted(joinedWith(namesOf(subcommand.subcommands), " ")) + "\n";
  for (const CommandSpec& subcommand : subcommands)
    for (const OptionSpec& option : subcommand.options) {
      if (option.names.empty()) continue;
      text += "complete -c arenascope -n '__fish_seen_subcommand_from " + subcommand.name + "'";
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.completions.empty())
        text += " -x -a " + quoted(joinedWith(option.completions, " "));
      else if (!option.value.empty())
        text += option.takesFile ? " -r" : " -x";
      text += " -d " + quoted(shortText(option.text)) + "\n";
    }
  return text;
}

} // namespace arenascope::cli
