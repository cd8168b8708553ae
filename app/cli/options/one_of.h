// An option that takes one of some names.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace arenascope::cli {

// As CLI::IsMember, which completions and manual pages read; its error also suggests the nearest name.
CLI::Validator oneOf(const std::vector<std::string>& names);

} // namespace arenascope::cli
