// Help within the terminal's width.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace arenascope::cli {

// Breaks lines that are longer; what follows stands where the line's text began, behind the name of an option.
std::string wrapped(const std::string& help, std::size_t width, std::size_t column);

class WrappedHelp : public CLI::Formatter {
public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

} // namespace arenascope::cli
