#include "ui/style/type.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>

namespace arenascope::ui {

namespace {

QStringList families(std::initializer_list<const char*> wanted, QFontDatabase::SystemFont fallback) {
  QStringList names;
  for (const char* name : wanted) names << QLatin1String(name);
  names << QFontDatabase::systemFont(fallback).families();
  return names;
}

} // namespace

double textScale() {
  constexpr double kMostUsual = 15.0; // pixels: desktops that ask for nothing special use 11 to 15
  const double pixels = QFontInfo(QGuiApplication::font()).pixelSize();
  return pixels <= kMostUsual ? 1.0 : pixels / int{kBodyText};
}

int scaled(double pixels) { return static_cast<int>(std::lround(pixels * textScale())); }

QFont textFont(TextSize size, QFont::Weight weight) {
  QFont font;
  font.setFamilies(families({"Inter", "Noto Sans", "Roboto"}, QFontDatabase::GeneralFont));
  font.setPixelSize(scaled(size));
  font.setWeight(weight);
  return font;
}

QFont codeFont(TextSize size) {
  QFont font;
  font.setFamilies(families({"JetBrains Mono"}, QFontDatabase::FixedFont));
  font.setPixelSize(scaled(size));
  font.setStyleHint(QFont::Monospace);
  return font;
}

} // namespace arenascope::ui
