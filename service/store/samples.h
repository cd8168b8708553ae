// The sample models of the program.
#pragma once

#include <filesystem>
#include <vector>

namespace arenascope::service {

// Their folder: installed, or the source tree's.
std::filesystem::path sampleFolder();
// By name. Empty if there are none.
std::vector<std::filesystem::path> sampleModels();

} // namespace arenascope::service
