#include "app/cli/wrapped_help.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "app/cli/command_spec.h"
#include "app/cli/examples.h"
#include "core/base/written_numbers.h"

namespace arenascope::cli {

namespace {

constexpr std::size_t kUsual = 100; // where there is no terminal
constexpr std::size_t kLeast = 60;

std::size_t terminalWidth() {
  if (const char* columns = std::getenv("COLUMNS"); columns != nullptr)
    if (const auto width = wholeNumber(columns)) return std::max<std::size_t>(*width, kLeast);
  winsize size = {};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return std::clamp<std::size_t>(size.ws_col, kLeast, kUsual);
}

// Where a line can end: at a space, otherwise behind a comma of a list.
std::size_t breakOf(const std::string& line, std::size_t width, std::size_t indent) {
  const std::size_t space = line.rfind(' ', width);
  if (space != std::string::npos && space > indent) return space;
  const std::size_t comma = line.rfind(',', width - 1);
  if (comma != std::string::npos && comma > indent) return comma + 1;
  return line.find(' ', std::max(width, indent));
}

} // namespace

std::string wrapped(const std::string& help, std::size_t width, std::size_t column) {
  std::string text;
  std::istringstream stream(help);
  bool blank = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() && blank) continue; // between groups
    blank = line.empty();
    // Lines that begin with a space list options or subcommands, with their texts in a column.
    const std::string indent(line.starts_with(' ') ? column : 0, ' ');
    while (line.size() > width) {
      const std::size_t end = breakOf(line, width, indent.size());
      if (end == std::string::npos) break; // one long word
      text += line.substr(0, end) + "\n";
      line = indent + line.substr(end + (line[end] == ' ' ? 1 : 0));
    }
    text += line + "\n";
  }
  return text;
}

std::string WrappedHelp::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  return wrapped(CLI::Formatter::make_help(app, std::move(name), mode), terminalWidth(), column_width_);
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
