// Known names that resemble a misspelt one.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

// Without case, spaces and punctuation: "axisram" for "AXI-SRAM".
std::string comparable(std::string_view name);

// Letters inserted, removed, changed, or swapped with the next between two texts.
std::size_t mistakesIn(std::string_view text, std::string_view meant);

// The nearest of `known`, best first; empty if none is near. Case and punctuation are ignored.
std::vector<std::string> likelyNames(std::string_view given, std::span<const std::string> known);

// "; did you mean cortex-m4?" to append to a message; empty if none is near.
std::string didYouMean(std::string_view given, std::span<const std::string> known);

} // namespace arenascope
