// Layout of --help: within the terminal's width, options in groups, examples at the end.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace arenascope::cli {

class WrappedHelp : public CLI::Formatter {
public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* subcommand) const override;
  std::string make_footer(const CLI::App* app) const override;
};

} // namespace arenascope::cli
