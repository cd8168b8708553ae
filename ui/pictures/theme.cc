#include "ui/pictures/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace arenascope::ui {

Theme Theme::from(const QPalette& palette) {
  Theme theme;
  theme.background = palette.color(QPalette::Base);
  theme.text = palette.color(QPalette::Text);
  theme.dark = theme.background.lightness() < 128;
  theme.grid = theme.dark ? QColor(0x3A, 0x40, 0x46) : QColor(0xDD, 0xE1, 0xE5);
  theme.weakText = theme.dark ? QColor(0xA5, 0xAD, 0xB5) : QColor(0x5B, 0x65, 0x6E);
  theme.fillText = theme.dark ? QColor(Qt::white) : QColor(0x12, 0x18, 0x1E);
  theme.tail = theme.dark ? QColor(0x5A, 0x66, 0x73) : QColor(0xA9, 0xB4, 0xBF);
  theme.tailText = theme.dark ? theme.text : QColor(0x1E, 0x27, 0x2F);
  theme.cycles = theme.dark ? QColor(0x46, 0x71, 0xA9) : QColor(0x8F, 0xB4, 0xE0);
  theme.temp = theme.dark ? QColor(0xC7, 0x8A, 0x2C) : QColor(0xF0, 0xB4, 0x4F);
  theme.free = theme.dark ? QColor(0x2C, 0x31, 0x36) : QColor(0xF3, 0xF5, 0xF7);
  theme.peak = theme.dark ? QColor(0xFF, 0x6B, 0x57) : QColor(0xC8, 0x2B, 0x17);
  theme.selection = theme.dark ? QColor(0xFF, 0xFF, 0xFF) : QColor(0x10, 0x14, 0x18);
  return theme;
}

Theme Theme::paper() {
  QPalette paper(Qt::white);
  paper.setColor(QPalette::Base, Qt::white);
  paper.setColor(QPalette::Text, Qt::black);
  return from(paper);
}

QColor Theme::buffer(int index) const {
  // Hues 20 steps of the golden angle apart keep neighbours different; brightness alternates for those who do not see
  // the hue.
  constexpr double kGoldenAngle = 137.508;
  const int hue = static_cast<int>(index * kGoldenAngle + 205.0) % 360;
  static constexpr std::array<int, 3> kLight = {178, 200, 156};
  static constexpr std::array<int, 3> kDark = {110, 134, 88};
  const auto step = static_cast<std::size_t>(index % 3);
  // Text is readable on all three of a hue: where it is not on the one that is closest to the text's brightness, all
  // are moved away from it.
  const int saturation = dark ? 110 : 140;
  const int closest = dark ? kDark[1] : kLight[2];
  const int away = dark ? 0 : 255; // lightness
  const auto readable = [&](int lightness) {
    return contrast(fillText, QColor::fromHsl(hue, saturation, lightness)) >= kReadable;
  };
  int moved = closest;
  while (moved != away && !readable(moved)) moved += dark ? -1 : 1;
  const int lightness = dark ? kDark[step] : kLight[step];
  return QColor::fromHsl(hue, saturation, away + (lightness - away) * (moved - away) / (closest - away));
}

double contrast(const QColor& a, const QColor& b) {
  const auto luminance = [](const QColor& colour) {
    const auto linear = [](double part) {
      return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
  };
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

} // namespace arenascope::ui
