#include "ui/charts/theme.h"

#include "core/report/scene/buffer_colours.h"

namespace arenascope::ui {

namespace {

QColor colourOf(report::Rgb colour) { return {colour.red, colour.green, colour.blue}; }

} // namespace

Theme Theme::from(const QPalette& palette) {
  Theme theme;
  theme.background = palette.color(QPalette::Base);
  theme.text = palette.color(QPalette::Text);
  theme.dark = theme.background.lightness() < 128;
  theme.grid = theme.dark ? QColor(0x3A, 0x40, 0x46) : QColor(0xDD, 0xE1, 0xE5);
  theme.weakText = theme.dark ? QColor(0xA5, 0xAD, 0xB5) : QColor(0x5B, 0x65, 0x6E);
  theme.fillText = colourOf(report::fillText(theme.dark));
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

QColor Theme::buffer(int index) const { return colourOf(report::bufferFill(index, dark)); }

double contrast(const QColor& a, const QColor& b) {
  const auto part = [](const QColor& colour) {
    return report::Rgb{static_cast<std::uint8_t>(colour.red()), static_cast<std::uint8_t>(colour.green()),
                       static_cast<std::uint8_t>(colour.blue())};
  };
  return report::contrast(part(a), part(b));
}

} // namespace arenascope::ui
