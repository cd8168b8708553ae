#include "ui/style/type.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>

#include "ui/style/tabular_figures.h"

namespace arenascope::ui {

namespace {

// The first whose figures are equally wide, then what the desktop has.
QStringList textFamilies() {
  const QStringList system = QFontDatabase::systemFont(QFontDatabase::GeneralFont).families();
  QStringList names;
  for (const char* wanted : {"Inter", "Noto Sans", "Roboto", "DejaVu Sans"})
    if (const QString name = tabularFamily(QLatin1String(wanted)); names.isEmpty() && !name.isEmpty()) names << name;
  return names + system;
}

} // namespace

double textScale() {
  constexpr double kMostUsual = 15.0; // pixels: desktops that ask for nothing special use 11 to 15
  const double pixels = QFontInfo(QGuiApplication::font()).pixelSize();
  return pixels <= kMostUsual ? 1.0 : pixels / int{kBodyText};
}

int scaled(double pixels) { return static_cast<int>(std::lround(pixels * textScale())); }

QFont textFont(TextSize size, QFont::Weight weight) {
  static const QStringList families = textFamilies();
  QFont font;
  font.setFamilies(families);
  font.setHintingPreference(QFont::PreferNoHinting); // figures and letters stand where the design has them
  font.setPixelSize(scaled(size));
  font.setWeight(weight);
  return font;
}

QFont codeFont(TextSize size) {
  QFont font;
  font.setFamilies(QStringList(QStringLiteral("JetBrains Mono")) +
                   QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
  font.setPixelSize(scaled(size));
  font.setStyleHint(QFont::Monospace);
  return font;
}

} // namespace arenascope::ui
