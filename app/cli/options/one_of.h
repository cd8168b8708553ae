// An option that takes one of some names.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace arenascope::cli {

// What to append to an error about a wrong name.
using NameHint = std::function<std::string(const std::string&)>;

// As CLI::IsMember, which completions and manual pages read; its error also says what the hint does, by default the
// nearest name.
CLI::Validator oneOf(const std::vector<std::string>& names, const NameHint& hint = {});

// Names for a shell to complete; any other value is taken as well.
CLI::Option* completes(CLI::Option* option, const std::vector<std::string>& names);
std::vector<std::string> completionsOf(const CLI::Option& option);

} // namespace arenascope::cli
