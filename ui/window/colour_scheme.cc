#include "ui/window/colour_scheme.h"

#include <QApplication>
#include <QSettings>
#include <QStyle>
#include <QStyleFactory>

#include "ui/views/motion.h"
#include "ui/window/desktop_scheme.h"
#include "ui/window/settings_keys.h"

namespace arenascope::ui {

namespace {

// What the desktop says; before the palette is changed, so that it can be gone back to.
struct SystemLook {
  QPalette palette;
  QString style;
};
SystemLook& systemLook() {
  static SystemLook look{QApplication::palette(), QApplication::style()->name()};
  return look;
}

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

void useOwn(const QPalette& palette) {
  // Its look follows the palette whole, which not every style's does.
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setPalette(palette);
}

void apply(ColourScheme scheme) {
  setReducedMotion(DesktopScheme::instance().reducedMotion());
  const SystemLook& system = systemLook();
  const DesktopScheme::Wish wish = DesktopScheme::instance().wish();
  if (scheme == ColourScheme::kSystem && wish != DesktopScheme::Wish::kNone)
    scheme = wish == DesktopScheme::Wish::kDark ? ColourScheme::kDark : ColourScheme::kLight;
  const bool fitting = scheme == ColourScheme::kSystem || isDark(system.palette) == (scheme == ColourScheme::kDark);
  if (!fitting) {
    useOwn(scheme == ColourScheme::kDark ? darkPalette() : lightPalette());
    return;
  }
  QApplication::setStyle(QStyleFactory::create(system.style));
  QApplication::setPalette(system.palette);
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
  systemLook();
  QObject::connect(&DesktopScheme::instance(), &DesktopScheme::changed, qApp, [] { apply(chosenScheme()); });
  apply(chosenScheme());
}

QPalette lightPalette() {
  QPalette palette(QColor(0xEF, 0xF0, 0xF1));
  palette.setColor(QPalette::Base, Qt::white);
  palette.setColor(QPalette::AlternateBase, QColor(0xF5, 0xF6, 0xF7));
  palette.setColor(QPalette::Highlight, QColor(0x2F, 0x6F, 0xB5));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::PlaceholderText, QColor(0x6A, 0x73, 0x7B));
  return palette;
}

QPalette darkPalette() {
  QPalette palette(QColor(0x2A, 0x2E, 0x32));
  palette.setColor(QPalette::Base, QColor(0x1B, 0x1E, 0x20));
  palette.setColor(QPalette::AlternateBase, QColor(0x23, 0x26, 0x29));
  for (const QPalette::ColorRole role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText})
    palette.setColor(role, QColor(0xEC, 0xEE, 0xF0));
  for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, QColor(0x7C, 0x84, 0x8B));
  palette.setColor(QPalette::ToolTipBase, QColor(0x31, 0x36, 0x3B));
  palette.setColor(QPalette::PlaceholderText, QColor(0x96, 0x9E, 0xA6));
  palette.setColor(QPalette::Link, QColor(0x6C, 0xB2, 0xF7));
  palette.setColor(QPalette::Highlight, QColor(0x2F, 0x6F, 0xB5));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  return palette;
}

} // namespace arenascope::ui
