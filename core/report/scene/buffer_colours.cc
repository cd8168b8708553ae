#include "core/report/scene/buffer_colours.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace arenascope::report {

namespace {

// hue in degrees, saturation and lightness of 255.
Rgb ofHsl(int hue, int saturation, int lightness) {
  constexpr double kMost = 255.0;
  const double l = lightness / kMost;
  const double chroma = (1 - std::abs(2 * l - 1)) * saturation / kMost;
  const auto part = [&](double shift) { // for each primary, a third of the circle apart
    const double sixth = std::fmod(hue / 60.0 + shift, 6.0);
    const double height = std::clamp(std::abs(sixth - 3) - 1, 0.0, 1.0);
    return static_cast<std::uint8_t>(std::lround((l - chroma / 2 + chroma * height) * kMost));
  };
  return {part(0), part(4), part(2)};
}

double luminance(Rgb colour) {
  const auto linear = [](std::uint8_t byte) {
    const double part = byte / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

} // namespace

std::string hexText(Rgb colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue); }

Rgb bufferFill(int index, bool dark) {
  // Hues 20 steps of the golden angle apart keep neighbours distinct; brightness alternates for colour-blind people.
  constexpr double kGoldenAngle = 137.508;
  const int hue = static_cast<int>(index * kGoldenAngle + 205.0) % 360;
  static constexpr std::array<int, 3> kLight = {178, 200, 156};
  static constexpr std::array<int, 3> kDark = {110, 134, 88};
  const auto step = static_cast<std::size_t>(index % 3);
  // Text is readable on all three fills of a hue: if it is not on the one closest to its brightness, all are moved away
  // from that.
  const int saturation = dark ? 110 : 140;
  const int closest = dark ? kDark[1] : kLight[2];
  const int away = dark ? 0 : 255; // lightness
  const auto readable = [&](int lightness) {
    return contrast(fillText(dark), ofHsl(hue, saturation, lightness)) >= kReadable;
  };
  int moved = closest;
  while (moved != away && !readable(moved)) moved += dark ? -1 : 1;
  const int lightness = dark ? kDark[step] : kLight[step];
  return ofHsl(hue, saturation, away + (lightness - away) * (moved - away) / (closest - away));
}

double contrast(Rgb a, Rgb b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

} // namespace arenascope::report
