#include "app/cli/wrapped_help.h"

#include <sstream>

#include "app/cli/command_spec.h"
#include "app/cli/examples.h"
#include "app/cli/results/output_files.h"
#include "core/base/wrapped_text.h"

namespace arenascope::cli {

namespace {

// Groups end with an empty line, and so do their lists.
std::string withSingleBlanks(std::string text) {
  for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at)) text.erase(at, 1);
  return text;
}

} // namespace

std::string WrappedHelp::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  return wrapped(withSingleBlanks(CLI::Formatter::make_help(app, std::move(name), mode)), textWidth());
}

std::string WrappedHelp::make_option_opts(const CLI::Option* option) const {
  const OptionSpec spec = specOf(*option);
  const std::string value = option->get_positional() || spec.value.empty() ? "" : " " + spec.value;
  return spec.several ? value + " ..." : value;
}

std::string WrappedHelp::make_option_desc(const CLI::Option* option) const { return fullText(specOf(*option)); }

std::string WrappedHelp::make_subcommand(const CLI::App* subcommand) const {
  std::stringstream line;
  CLI::detail::format_help(line, subcommand->get_name(), firstClause(subcommand->get_description()), column_width_);
  return line.str();
}

std::string WrappedHelp::make_footer(const CLI::App* app) const {
  const std::string examples = examplesText(app->get_name());
  std::string footer = CLI::Formatter::make_footer(app);
  if (examples.empty()) return footer;
  return (footer.empty() ? footer : footer + "\n") + examples + "\n";
}

} // namespace arenascope::cli
