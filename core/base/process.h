// Runs compilers and build tools.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arenascope {

// Runs a command, found as the shell would, and waits for it. Its output goes to the file `log`. True if it ended with
// exit status 0; false also if there is no such program.
bool runProgram(const std::vector<std::string>& words, const std::filesystem::path& log);

} // namespace arenascope
