// Types of a converted model's activations, and the ranges that their scales are made of.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace arenascope::quantize {

enum class Numbers : std::uint8_t {
  kInt8,        // weights and activations, inputs and outputs
  kInt16x8,     // activations of 16 bits, weights of 8
  kInt8FloatIo, // kInt8 with float inputs and outputs
};
inline constexpr std::array kAllNumbers = {Numbers::kInt8, Numbers::kInt16x8, Numbers::kInt8FloatIo};

// "int8", "int16x8", "int8-float-io"
const char* numbersName(Numbers numbers);
std::optional<Numbers> numbersNamed(std::string_view name);

// Least and greatest value that a tensor had. 0 belongs to every range, since it must have an exact number.
struct Range {
  float least = 0;
  float most = 0;

  void take(float value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  void take(const Range& other) {
    take(other.least);
    take(other.most);
  }
};

// By tensor of the main graph; absent: never written, or not float.
using Ranges = std::vector<std::optional<Range>>;

} // namespace arenascope::quantize
