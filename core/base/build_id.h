// Identity of this build: any difference in compilation changes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

// Build IDs of this program, and of loaded libraries whose file names contain one of `libraries`. Empty if the program
// has none.
std::string loadedIdentity(const std::vector<std::string_view>& libraries);

} // namespace arenascope
