#include "ui/window/colour_scheme.h"

#include <QApplication>
#include <QLabel>
#include <QSettings>
#include <QStyleFactory>

#include "ui/charts/theme.h"
#include "ui/style/icons.h"
#include "ui/style/style_sheet.h"
#include "ui/style/type.h"
#include "ui/views/motion.h"
#include "ui/window/desktop_scheme.h"
#include "ui/window/settings_keys.h"

namespace arenascope::ui {

namespace {

// The desktop's, before ours takes its place.
const QPalette& desktopPalette() {
  static const QPalette palette = QApplication::palette();
  return palette;
}

bool desktopIsDark() {
  return desktopPalette().color(QPalette::Window).lightness() <
         desktopPalette().color(QPalette::WindowText).lightness();
}

// Nothing but black on white, or white on black, is a scheme of high contrast.
bool desktopContrasts() {
  constexpr double kPure = 20.9;
  return contrast(desktopPalette().color(QPalette::Window), desktopPalette().color(QPalette::WindowText)) > kPure;
}

// The links of a label have the colour that was there when its text was set.
void colourLinks() {
  for (QWidget* widget : QApplication::allWidgets()) {
    auto* label = qobject_cast<QLabel*>(widget);
    if (label == nullptr || !label->text().contains(QStringLiteral("<a "))) continue;
    const QString text = label->text();
    label->clear();
    label->setText(text);
  }
}

void apply(ColourScheme scheme) {
  setReducedMotion(DesktopScheme::instance().reducedMotion());
  const DesktopScheme::Wish wish = DesktopScheme::instance().wish();
  const bool dark = scheme == ColourScheme::kDark ||
                    (scheme == ColourScheme::kSystem &&
                     (wish == DesktopScheme::Wish::kNone ? desktopIsDark() : wish == DesktopScheme::Wish::kDark));
  setStrongContrast(DesktopScheme::instance().strongContrast() || desktopContrasts());
  const Tokens& tokens = tokensOf(dark);
  QApplication::setPalette(paletteOf(tokens));
  qApp->setStyleSheet(styleSheetOf(tokens));
  colourLinks();
}

} // namespace

QString schemeName(ColourScheme scheme) {
  switch (scheme) {
  case ColourScheme::kLight: return QStringLiteral("light");
  case ColourScheme::kDark: return QStringLiteral("dark");
  case ColourScheme::kSystem: break;
  }
  return QStringLiteral("system");
}

ColourScheme chosenScheme() {
  const QString name = QSettings().value(kSchemeKey).toString();
  for (const ColourScheme scheme : {ColourScheme::kLight, ColourScheme::kDark})
    if (name == schemeName(scheme)) return scheme;
  return ColourScheme::kSystem;
}

void chooseScheme(ColourScheme scheme) {
  QSettings().setValue(kSchemeKey, schemeName(scheme));
  apply(scheme);
}

void startColourScheme() {
  desktopPalette();
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion"))); // follows palette and style sheet whole
  QApplication::setFont(textFont(kBodyText));
  QApplication::setWindowIcon(markIcon());
  QObject::connect(&DesktopScheme::instance(), &DesktopScheme::changed, qApp, [] { apply(chosenScheme()); });
  apply(chosenScheme());
}

bool isDarkNow() { return tokensOn(QApplication::palette().color(QPalette::Base)).dark; }

} // namespace arenascope::ui
