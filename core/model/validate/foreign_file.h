// Names files that people take for a model and that are none: what the bytes are, and what to do.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace arenascope::model {

// "a Git LFS pointer, not the file itself: run `git lfs pull`"; empty for bytes that are not known.
std::string foreignFile(std::span<const std::uint8_t> bytes);

} // namespace arenascope::model
