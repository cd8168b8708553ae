// Recognises files that are mistaken for models: their kind, and a remedy.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope::model {

// "a Git LFS pointer, not the file itself: run `git lfs pull`"; empty for unknown bytes.
std::string foreignFile(std::span<const std::uint8_t> bytes);

} // namespace arenascope::model
