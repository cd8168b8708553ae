#include "ui/charts/theme.h"

#include "core/report/scene/buffer_colours.h"

namespace arenascope::ui {

namespace {

QColor colourOf(report::Rgb colour) { return {colour.red, colour.green, colour.blue}; }

constexpr int kEdgeDarker = 150; // percent, where each buffer has its own colour

} // namespace

Theme Theme::from(const QPalette& palette) { return of(tokensOn(palette.color(QPalette::Base))); }

Theme Theme::of(const Tokens& tokens) {
  Theme theme;
  theme.background = tokens.surface;
  theme.text = tokens.ink;
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

Theme Theme::paper() { return of(lightTokens()); }

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
