// Recognises files that are mistaken for models: their kind, and a remedy.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace arenascope::model {

// "a Git LFS pointer, not the file itself: run `git lfs pull`"; empty for unknown bytes.
std::string foreignFile(std::span<const std::uint8_t> bytes);

// What a file's ending says, with advice, where its bytes say nothing; empty for an ending that is not known.
std::string kindOfName(std::string_view name);

} // namespace arenascope::model
