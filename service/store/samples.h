// The sample models that come with the program.
#pragma once

#include <filesystem>
#include <vector>

namespace arenascope::service {

// Their folder: as installed, otherwise the checkout's.
std::filesystem::path sampleFolder();
// By name. Empty where there are none.
std::vector<std::filesystem::path> sampleModels();

} // namespace arenascope::service
