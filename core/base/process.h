// Programs that this one runs: compilers, build tools.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace arenascope {

// Runs a program, found as the shell would, with its words, and waits for it. Everything that it prints goes into the
// file `log`. True where it ended with exit status 0; false too where there is no such program.
bool runProgram(const std::vector<std::string>& words, const std::filesystem::path& log);

} // namespace arenascope
