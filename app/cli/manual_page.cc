#include "app/cli/manual_page.h"

#include "app/cli/examples.h"
#include "app/cli/options/exit_status.h"
#include "app/cli/reference_tables.h"
#include "service/use_case/field.h"

namespace arenascope::cli {

namespace {

// Escapes text for roff: no control lines, no escapes, dashes that can be copied.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string heading(const std::string& page, const std::string& text) {
  return ".TH " + page + " 1 \"\" \"ArenaScope " ARENASCOPE_VERSION "\" \"User commands\"\n.SH NAME\n" +
         roff(page + " - " + text) + "\n";
}

std::string optionText(const OptionSpec& option) {
  std::string term;
  for (const std::string& name : option.names) term += (term.empty() ? "" : ", ") + ("\\fB" + roff(name) + "\\fR");
  if (!option.value.empty()) term += (term.empty() ? "" : " ") + ("\\fI" + roff(option.value) + "\\fR");
  return ".TP\n" + term + "\n" + roff(fullText(option)) + ".\n";
}

std::string exampleParagraphs(const std::string& subcommand) {
  std::string text;
  for (const Example& example : examples())
    if (example.subcommand == subcommand)
      text += ".TP\n\\fB" + roff(example.line) + "\\fR\n" + roff(example.text) + ".\n";
  return text.empty() ? text : ".SH EXAMPLES\n" + text;
}

std::string exitStatuses() {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitMeaning& each : kExitMeanings)
    text += ".TP\n" + std::to_string(each.status) + "\n" + roff(each.meaning) + ".\n";
  return text;
}

struct Parts {
  std::string synopsis; // behind the name
  std::string arguments;
  std::string options;
};

Parts partsOf(const CommandSpec& subcommand) {
  Parts parts;
  if (!subcommand.subcommands.empty()) parts.synopsis = " \\fISUBCOMMAND\\fR";
  std::string group = service::kOptionsGroup; // without a heading
  for (const OptionSpec& option : subcommand.options) {
    if (!option.names.empty() && option.group != group) {
      group = option.group;
      parts.options += ".SS " + roff(group) + "\n";
    }
    if (option.names.empty()) {
      const std::string argument = "\\fI" + roff(option.value) + "\\fR" + (option.several ? "..." : "");
      parts.synopsis += option.required ? " " + argument : " [" + argument + "]";
    }
    (option.names.empty() ? parts.arguments : parts.options) += optionText(option);
  }
  parts.synopsis += " [\\fIOPTIONS\\fR]";
  return parts;
}

std::string nestedSection(const CommandSpec& nested) {
  const Parts parts = partsOf(nested);
  return ".SS \\fB" + roff(nested.name) + "\\fR" + parts.synopsis + "\n" + roff(nested.text) + ".\n" + parts.arguments +
         parts.options;
}

} // namespace

std::string manualPage(const std::vector<CommandSpec>& subcommands) {
  std::string text = heading("arenascope", "the tensor arena of TensorFlow Lite Micro models") +
                     ".SH SYNOPSIS\n\\fBarenascope\\fR \\fISUBCOMMAND\\fR [\\fIMODEL\\fR] [\\fIOPTIONS\\fR]\n.SH "
                     "DESCRIPTION\nRuns a model on an emulated Cortex\\-M and reports the size of its tensor arena, "
                     "its contents, and the cost of each operator. Each subcommand has a manual page, "
                     "\\fBarenascope\\-\\fISUBCOMMAND\\fR(1), and \\fB\\-\\-help\\fR.\n.SH SUBCOMMANDS\n";
  for (const CommandSpec& subcommand : subcommands)
    text += ".TP\n\\fB" + roff(subcommand.name) + "\\fR\n" + roff(subcommand.text) + "\n";
  text += exitStatuses() + ".SH ENVIRONMENT\n";
  for (const EnvironmentVariable& each : environmentVariables())
    text += ".TP\n" + roff(each.name) + "\n" + roff(each.meaning) + ".\n";
  return text + ".SH SEE ALSO\n\\fBarenascope\\-gui\\fR, the window.\n";
}

std::string manualPage(const CommandSpec& subcommand) {
  const Parts parts = partsOf(subcommand);
  std::string text = heading("arenascope-" + subcommand.name, firstClause(subcommand.text)) + ".SH SYNOPSIS\n" +
                     "\\fBarenascope " + roff(subcommand.name) + "\\fR" + parts.synopsis + "\n.SH DESCRIPTION\n" +
                     roff(subcommand.text) + ".\n" + parts.arguments;
  if (!subcommand.footer.empty()) text += ".PP\n" + roff(subcommand.footer) + "\n";
  text += ".SH OPTIONS\n" + parts.options;
  if (!subcommand.subcommands.empty()) text += ".SH SUBCOMMANDS\n";
  for (const CommandSpec& nested : subcommand.subcommands) text += nestedSection(nested);
  return text + exampleParagraphs(subcommand.name) + exitStatuses() + ".SH SEE ALSO\n\\fBarenascope\\fR(1)\n";
}

} // namespace arenascope::cli
