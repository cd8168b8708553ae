// Which of the known names somebody meant who wrote another one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

// The nearest of `known`, best first; none where nothing is near. Case and punctuation do not count.
std::vector<std::string> likelyNames(std::string_view given, std::span<const std::string> known);

// "; did you mean cortex-m4?" to put behind a message; empty where nothing is near.
std::string didYouMean(std::string_view given, std::span<const std::string> known);

} // namespace arenascope
