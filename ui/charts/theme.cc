#include "ui/charts/theme.h"

#include "core/report/scene/buffer_colours.h"

namespace arenascope::ui {

namespace {

QColor colourOf(report::Rgb colour) { return {colour.red, colour.green, colour.blue}; }

constexpr int kEdgeDarker = 150; // percent, where each buffer has its own colour

} // namespace

Theme Theme::from(const QPalette& palette) {
  Theme theme;
  theme.background = palette.color(QPalette::Base);
  theme.text = palette.color(QPalette::Text);
  const Tokens& tokens = tokensOn(theme.background);
  theme.dark = tokens.dark;
  theme.grid = tokens.hairline;
  theme.line = tokens.line;
  theme.weakText = tokens.ink2;
  theme.faintText = tokens.ink3;
  theme.fillSub = tokens.fillInk2;
  theme.tail = tokens.tail;
  theme.tailLine = tokens.tailLine;
  theme.tailText = tokens.tailInk;
  theme.temp = tokens.of(Family::kInputOutput).fill;
  theme.peak = tokens.peak;
  theme.good = tokens.good;
  theme.selection = tokens.accent;
  theme.selectionSoft = tokens.accentSoft;
  theme.cycles = tokens.cycles;
  theme.families = tokens.families;
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
