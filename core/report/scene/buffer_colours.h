// Fills that distinguish buffers in charts, for light and dark backgrounds.
#pragma once

#include <cstdint>
#include <string>

namespace arenascope::report {

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool operator==(const Rgb&) const = default;
};

// "#1e272f"
std::string hexText(Rgb colour);

// Colour of text on these fills.
constexpr Rgb fillText(bool dark) { return dark ? Rgb{0xFF, 0xFF, 0xFF} : Rgb{0x12, 0x18, 0x1E}; }

// One of a set with distinct hues and brightness; consecutive numbers differ most, and text is readable on all.
Rgb bufferFill(int index, bool dark);

// Contrast ratio, 1 to 21, by the Web Content Accessibility Guidelines 2.1; text of any size is readable from kReadable
// on.
double contrast(Rgb a, Rgb b);
inline constexpr double kReadable = 4.5;

} // namespace arenascope::report
