#include "app/cli/completions.h"

#include <fmt/format.h>

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
  const std::string values = joinedWith(option.completions(), " ");
  const std::string action = !values.empty() && option.takesList ? "_sequence compadd - " + values
                             : !values.empty()                   ? "(" + values + ")"
                             : option.takesFile                  ? "_files"
                                                                 : " ";
  if (option.names.empty()) return quoted("*:" + zshText(option.value) + ":" + action);
  std::string text;
  for (const std::string& name : option.names)
    text +=
        (text.empty() ? "" : " ") + quoted(name + "[" + zshText(option.text) + "]" +
                                           (option.value.empty() ? "" : ":" + zshText(option.value) + ":" + action));
  return text;
}

// Of a subcommand's options and arguments, as cases of "SUBCOMMAND OPTION"; without an option it is an argument.
std::string bashValues(const CommandSpec& subcommand) {
  std::string text;
  const auto add = [&](const std::string& cases, const std::vector<std::string>& values) {
    text += "    " + cases + ") values='" + joinedWith(values, " ") + "' ;;\n";
  };
  for (const OptionSpec& option : subcommand.options) {
    const std::vector<std::string> values = option.completions();
    if (values.empty()) continue;
    std::string cases = option.names.empty() ? "'" + subcommand.name + " '" : "";
    for (const std::string& name : option.names)
      cases += (cases.empty() ? "'" : "|'") + subcommand.name + " " + name + "'";
    add(cases, values);
  }
  if (!subcommand.subcommands.empty()) add("'" + subcommand.name + " '", namesOf(subcommand.subcommands));
  return text;
}

std::string zshOptions(const CommandSpec& command) {
  std::string text;
  for (const OptionSpec& option : command.options) text += " \\\n        " + zshOption(option);
  return text;
}

// condition: in the script's own quotes.
std::string fishOption(const OptionSpec& option, const std::string& condition) {
  const std::string values = joinedWith(option.completions(), " ");
  std::string text = "complete -c arenascope -n " + condition;
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (option.names.empty() && values.empty()) return {}; // files, as for every program
  if (option.names.empty()) return text + " -f -a " + quoted(values) + "\n";
  if (option.takesList && !values.empty())
    text += " -x -a '(__fish_complete_list , \"printf %s\\\\n " + values + "\")'";
  else if (!values.empty())
    text += " -x -a " + quoted(values);
  else if (!option.value.empty())
    text += option.takesFile ? " -r" : " -x";
  return text + " -d " + quoted(shortText(option.text)) + "\n";
}

constexpr const char* kBash = R"(# Completion for arenascope in bash.
_arenascope() {{
  local word= piece= value= option= subcommand= values= names= glue= i
  local -a words=()
  COMPREPLY=()
  # Readline breaks words at = : and @; here they are whole.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    piece=${{COMP_WORDS[i]}}
    if ((${{#words[@]}})) && [[ -n $glue || $piece == [=:@]* ]]; then words[-1]+=$piece; else words+=("$piece"); fi
    glue=
    [[ $piece == *[=:@] ]] && glue=1
  done
  local last=$((${{#words[@]}} - 1))
  word=${{words[last]}}
  [[ $piece == *[=:@] ]] && piece=
  for ((i = 0; i < last; ++i)); do
    case ${{words[i]}} in
      {withValues}) ((++i)) ;;
      -*) ;;
      *) subcommand=${{words[i]}}; break ;;
    esac
  done
  value=$word
  if ((last > 0)); then
    option=${{words[last-1]}}
    [[ $option == "$subcommand" ]] && option= # the first argument
  fi
  if [[ $word == --*=* ]]; then option=${{word%%=*}} value=${{word#*=}}; fi
  value=${{value##*,}}
  case "$subcommand $option" in
{values}  esac
  if [[ -z $subcommand ]]; then
    case $option in
      {withValues}) ;;
      *) values='{subcommands} {globals}' ;;
    esac
  elif [[ $word == -* && $word != *=* ]]; then
    case "$subcommand" in
{options}    esac
    values=$names
  fi
  if [[ -z $values ]]; then
    COMPREPLY=($(compgen -f -- "$value"))
    return
  fi
  compopt +o filenames 2>/dev/null
  # What stands before the value, less what readline keeps.
  local before=${{word%"$value"}} kept=${{word%"$piece"}} each
  for each in $(compgen -W "$values" -- "$value"); do
    each=$before$each
    COMPREPLY+=("${{each#"$kept"}}")
    [[ $each == *= ]] && compopt -o nospace 2>/dev/null
  done
}}
complete -o filenames -F _arenascope arenascope
)";

} // namespace

std::string bashCompletion(const CommandSpec& program) {
  std::string values;
  std::string options;
  for (const CommandSpec& subcommand : program.subcommands) {
    values += bashValues(subcommand);
    options += "      " + subcommand.name + ") names='" + joinedWith(namesOf(subcommand), " ") + "' ;;\n";
  }
  std::string withValues; // of the program, which stand before the subcommand
  std::string globals;
  for (const OptionSpec& option : program.options) {
    if (!option.value.empty()) withValues += (withValues.empty() ? "" : "|") + joinedWith(option.names, "|");
    globals += (globals.empty() ? "" : " ") + joinedWith(option.names, " ");
  }
  return fmt::format(kBash, fmt::arg("withValues", withValues), fmt::arg("values", values),
                     fmt::arg("options", options), fmt::arg("globals", globals),
                     fmt::arg("subcommands", joinedWith(namesOf(program.subcommands), " ")));
}

std::string zshCompletion(const CommandSpec& program) {
  std::string text = "#compdef arenascope\n# Completion for arenascope in zsh.\n_arenascope() {\n"
                     "  local curcontext=$curcontext state line\n  local -a subcommands\n  subcommands=(\n";
  for (const CommandSpec& subcommand : program.subcommands)
    text += "    " + quoted(subcommand.name + ":" + zshText(subcommand.text)) + "\n";
  text +=
      "  )\n  _arguments -C" + zshOptions(program) +
      " \\\n        '1:subcommand:->subcommand' '*::argument:->argument'\n  case $state in\n    subcommand) _describe "
      "'subcommand' subcommands ;;\n    argument)\n      case $words[1] in\n";
  for (const CommandSpec& subcommand : program.subcommands) {
    text += "    " + subcommand.name + ")\n      _arguments" + zshOptions(subcommand);
    if (!subcommand.subcommands.empty())
      text += " \\\n        '1:subcommand:(" + joinedWith(namesOf(subcommand.subcommands), " ") + ")' '*:FILE:_files'";
    text += "\n      ;;\n";
  }
  return text + "      esac ;;\n  esac\n}\n_arenascope \"$@\"\n";
}

std::string fishCompletion(const CommandSpec& program) {
  std::string text = "# Completion for arenascope in fish.\n";
  for (const OptionSpec& option : program.options) text += fishOption(option, "__fish_use_subcommand");
  for (const CommandSpec& subcommand : program.subcommands)
    text += "complete -c arenascope -n __fish_use_subcommand -f -a " + subcommand.name + " -d " +
            quoted(shortText(subcommand.text)) + "\n";
  for (const CommandSpec& subcommand : program.subcommands) {
    const std::string seen = "'__fish_seen_subcommand_from " + subcommand.name + "'";
    for (const OptionSpec& option : subcommand.options) text += fishOption(option, seen);
    const std::string nested = joinedWith(namesOf(subcommand.subcommands), " ");
    if (!nested.empty())
      text += "complete -c arenascope -n '__fish_seen_subcommand_from " + subcommand.name +
              "; and not __fish_seen_subcommand_from " + nested + "' -f -a " + quoted(nested) + "\n";
  }
  return text;
}

} // namespace arenascope::cli
