#include "ui/charts/theme.h"

#include "core/report/scene/buffer_colours.h"

namespace arenascope::ui {

namespace {

QColor colourOf(report::Rgb colour) { return {colour.red, colour.green, colour.blue}; }

QColor rgb(QRgb colour) { return QColor::fromRgb(colour); }

constexpr int kEdgeDarker = 150; // percent, where each buffer has its own colour

void setLight(Theme& theme) {
  theme.grid = rgb(0xEEF0F3);
  theme.line = rgb(0xE3E6EB);
  theme.weakText = rgb(0x566070);
  theme.faintText = rgb(0x6A7585);
  theme.fillSub = rgb(0x414B5B);
  theme.tail = rgb(0xE9ECF1);
  theme.tailLine = rgb(0xD8DDE5);
  theme.tailText = rgb(0x4D5766);
  theme.temp = rgb(0xF6D79B);
  theme.peak = rgb(0xD2452A);
  theme.good = rgb(0x1B8658);
  theme.selection = rgb(0x2F5BD8);
  theme.selectionSoft = rgb(0xE8EEFC);
  theme.cycles = rgb(0xC6CFDD);
  theme.families = {{{rgb(0xB3C8F5), rgb(0x7FA0E6)},
                     {rgb(0xB0E0D8), rgb(0x6CBCAE)},
                     {rgb(0xF6D79B), rgb(0xD9AC54)},
                     {rgb(0xD3D8E0), rgb(0xA3ADBA)}}};
}

void setDark(Theme& theme) {
  theme.grid = rgb(0x20262E);
  theme.line = rgb(0x282F39);
  theme.weakText = rgb(0xA0ABBA);
  theme.faintText = rgb(0x8592A3);
  theme.fillSub = rgb(0xC9D1DC);
  theme.tail = rgb(0x20262F);
  theme.tailLine = rgb(0x2D3540);
  theme.tailText = rgb(0xA6B1C0);
  theme.temp = rgb(0x6D5420);
  theme.peak = rgb(0xFF7557);
  theme.good = rgb(0x52C796);
  theme.selection = rgb(0x86A8FF);
  theme.selectionSoft = rgb(0x1E2A47);
  theme.cycles = rgb(0x3B4554);
  theme.families = {{{rgb(0x33508F), rgb(0x6C92E8)},
                     {rgb(0x1F5F58), rgb(0x46A99B)},
                     {rgb(0x6D5420), rgb(0xC79A44)},
                     {rgb(0x39414D), rgb(0x6B7686)}}};
}

} // namespace

Theme Theme::from(const QPalette& palette) {
  Theme theme;
  theme.background = palette.color(QPalette::Base);
  theme.text = palette.color(QPalette::Text);
  theme.dark = theme.background.lightness() < 128;
  theme.dark ? setDark(theme) : setLight(theme);
  theme.fillText = colourOf(report::fillText(theme.dark));
  theme.free = theme.background;
  return theme;
}

Theme Theme::paper() {
  QPalette paper(Qt::white);
  paper.setColor(QPalette::Base, Qt::white);
  paper.setColor(QPalette::Text, QColor(0x15, 0x1A, 0x21));
  return from(paper);
}

QColor Theme::buffer(int index) const {
  if (index < 0) return families[static_cast<std::size_t>(-1 - index)].fill;
  return colourOf(report::bufferFill(index, dark));
}

QColor Theme::edge(int index) const {
  return index < 0 ? families[static_cast<std::size_t>(-1 - index)].edge : buffer(index).darker(kEdgeDarker);
}

QColor mixed(const QColor& first, const QColor& second, double share) {
  const auto part = [share](float from, float to) { return from + (to - from) * static_cast<float>(share); };
  return QColor::fromRgbF(part(first.redF(), second.redF()), part(first.greenF(), second.greenF()),
                          part(first.blueF(), second.blueF()));
}

double contrast(const QColor& a, const QColor& b) {
  const auto part = [](const QColor& colour) {
    return report::Rgb{static_cast<std::uint8_t>(colour.red()), static_cast<std::uint8_t>(colour.green()),
                       static_cast<std::uint8_t>(colour.blue())};
  };
  return report::contrast(part(a), part(b));
}

} // namespace arenascope::ui
