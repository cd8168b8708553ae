// An option that takes one of some names.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace arenascope::cli {

// As CLI::IsMember, which completions and manual pages read the names from; its refusal names the nearest as well.
CLI::Validator oneOf(const std::vector<std::string>& names);

} // namespace arenascope::cli
