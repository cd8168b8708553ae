#include "ui/style/style_sheet.h"

#include <QDir>
#include <QRegularExpression>

#include "ui/style/type.h"

// Of a library, resources are there once it is asked for; the macro wants to stand outside of namespaces.
static void initMarks() { Q_INIT_RESOURCE(marks); }

namespace arenascope::ui {

namespace {

// "@name" is a colour; a number with "dp" is in the design's pixels, which grow with the text.
const char* const kSheet = R"(
QMainWindow, QDialog { background: @ground; }
QToolTip { background: @raised; color: @ink; border: 1px solid @line; padding: 4dp 6dp; }
QWidget[role="surface"], QWidget#answer, QWidget#drawer, QWidget#bar { background: @surface; }
QWidget#bar { border: 0; border-bottom: 1px solid @line; }
QWidget#answer { border: 0; border-right: 1px solid @line; }
QWidget#drawer { border: 0; border-top: 1px solid @line; }
QFrame[role="card"] { background: @raised; border: 1px solid @line; border-radius: 10dp; }
QFrame[role="chosenCard"] { background: @raised; border: 1px solid @accent; border-radius: 10dp; }
QFrame[role="plot"] { background: @surface; border: 1px solid @line; border-radius: 10dp; }
QFrame[role="hairline"] { background: @line; border: 0; max-height: 1px; min-height: 1px; }
QFrame[role="divider"] { background: @line; border: 0; max-width: 1px; min-width: 1px; }
QFrame[role="code"] { background: @sunk; border: 0; border-radius: 6dp; }
QFrame[role="popover"] { background: @raised; border: 1px solid @line; border-radius: 10dp; }
QLabel[role="banner"] { background: @peakSoft; color: @ink; border-bottom: 1px solid @peak; padding: 8dp 16dp; }
QLabel { background: transparent; }
QLabel[role="caption"] { color: @ink2; font-size: 12dp; font-weight: 500; }
QLabel[role="quiet"] { color: @ink3; font-size: 12dp; }
QLabel[role="evidence"] { color: @ink3; font-size: 11dp; }
QLabel[role="small"] { color: @ink2; font-size: 12dp; }
QLabel[role="title"] { font-weight: 600; }
QLabel[role="unit"] { color: @ink2; font-size: 15dp; }
QLabel[role="number"]:disabled, QLabel[role="caption"]:disabled { color: @ink3; }
QLabel[role="reason"] { color: @ink2; }
QLabel[role="figure"] { font-size: 12dp; font-weight: 500; }
QLabel[role="good"] { color: @good; font-size: 12dp; font-weight: 500; }
QLabel[role="good"]:disabled { color: @ink2; }
QLabel[role="bad"] { color: @peak; font-weight: 600; }
QToolButton[role="pill"], QPushButton[role="pill"] { background: transparent; border: 0; border-radius: 6dp; padding: 0 9dp;
  min-height: 32dp; max-height: 32dp; }
QToolButton[role="pill"]:hover, QPushButton[role="pill"]:hover, QToolButton[role="pill"]:open { background: @sunk; }
QToolButton[role="pill"]:focus, QPushButton[role="pill"]:focus { border: 1px solid @accent; padding: 0 8dp; }
QToolButton[role="pill"]::menu-indicator, QPushButton[role="pill"]::menu-indicator { image: none; width: 0; }
QToolButton[role="pill"]:disabled, QPushButton[role="pill"]:disabled { color: @ink3; }
QToolButton[role="model"] { font-weight: 600; }
QPushButton[role="search"] { background: @sunk; border: 1px solid @sunk; border-radius: 6dp; color: @ink3; text-align: left;
  padding: 0 10dp; min-height: 30dp; max-height: 30dp; font-weight: 400; }
QPushButton[role="search"]:focus { border-color: @accent; }
QLabel[role="keys"] { background: @surface; color: @ink3; border: 1px solid @line; border-radius: 4dp; padding: 0 5dp;
  font-size: 11dp; font-weight: 500; }
QPushButton { background: @raised; border: 1px solid @line; border-radius: 6dp; padding: 0 12dp; min-height: 28dp;
  font-weight: 500; color: @ink; }
QPushButton[role="small"] { padding: 0 10dp; }
QPushButton:hover { background: @sunk; }
QPushButton:pressed { background: @line; }
QPushButton:focus { border-color: @accent; }
QPushButton:disabled { color: @ink3; background: @sunk; }
QPushButton[role="primary"] { background: @accent; border-color: @accent; color: @accentInk; }
QPushButton[role="primary"]:hover { background: @accentHover; }
QPushButton[role="primary"]:focus { border: 2px solid @ink; }
QPushButton[role="primary"]:disabled { background: @sunk; color: @ink3; border-color: @line; }
QPushButton[role="chosen"] { color: @accent; }
QPushButton[role="link"], QToolButton[role="link"] { background: transparent; border: 0; color: @accent; padding: 0 6dp;
  font-weight: 500; font-size: 12dp; }
QPushButton[role="rowLink"] { background: transparent; border: 1px solid transparent; border-radius: 4dp; color: @accent;
  padding: 0 4dp; font-size: 12dp; min-height: 16dp; }
QPushButton[role="rowLink"]:hover { text-decoration: underline; }
QPushButton[role="rowLink"]:focus { border-color: @accent; }
QToolButton[role="inlineLink"] { background: transparent; border: 0; color: @accent; padding: 0; font-size: 12dp; }
QToolButton[role="inlineLink"]:hover { text-decoration: underline; }
QPushButton[role="link"]:hover, QToolButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="link"]:focus, QToolButton[role="link"]:focus { border: 1px solid @accent; border-radius: 4dp; }
QToolButton { background: transparent; border: 0; border-radius: 6dp; padding: 4dp; color: @ink2; }
QToolButton:hover, QToolButton:checked { background: @sunk; color: @ink; }
QToolButton:focus { border: 1px solid @accent; padding: 3dp; }
QComboBox, QSpinBox, QDoubleSpinBox, QLineEdit { background: @raised; border: 1px solid @line; border-radius: 6dp;
  min-height: 26dp; padding: 0 8dp; selection-background-color: @accent; selection-color: @accentInk; }
QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus, QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus {
  border-color: @accent; }
QComboBox:disabled, QSpinBox:disabled, QLineEdit:disabled { color: @ink3; background: @sunk; }
QLineEdit[role="filter"] { background: @sunk; border-color: @sunk; font-size: 12dp; min-height: 24dp;
  padding-left: 2dp; }
QLineEdit[role="filter"]:focus { border-color: @accent; }
QPlainTextEdit, QTextEdit, QTextBrowser { background: @surface; border: 1px solid @line; border-radius: 6dp; }
QTextBrowser[role="plain"] { border: 0; background: transparent; }
QMenu { background: @raised; border: 1px solid @line; padding: 4dp; }
QMenu::item { padding: 5dp 24dp 5dp 12dp; border-radius: 4dp; }
QMenu::item:selected { background: @accentSoft; color: @ink; }
QMenu::item:disabled { color: @ink3; }
QMenu::separator { height: 1px; background: @line; margin: 4dp 8dp; }
QMenuBar { background: @surface; }
QTabWidget::pane { border: 0; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; border: 0; border-bottom: 2px solid transparent; color: @ink2; font-size: 12dp;
  font-weight: 500; padding: 0 2dp; margin-right: 18dp; min-height: 34dp; }
QTabBar::tab:selected { color: @ink; border-bottom-color: @accent; }
QTabBar::tab:hover { color: @ink; }
QTabBar::tab:focus { color: @accent; }
QTabBar[role="tables"]::tab { padding: 0 6dp; margin-right: 20dp; }
QTabBar[role="closeTables"]::tab { padding: 0 6dp; margin-right: 3dp; }
QTabBar[role="segments"] { background: @segments; border-radius: 8dp; }
QTabBar[role="segments"]::tab { border: 1px solid transparent; border-radius: 6dp; padding: 0 11dp; margin: 2dp 0;
  min-height: 26dp; }
QTabBar[role="segments"]::tab:first { margin-left: 2dp; }
QTabBar[role="segments"]::tab:last { margin-right: 2dp; }
QTabBar[role="segments"]::tab:selected { background: @segment; color: @ink; border-color: @line; }
QTableView { background: @surface; border: 0; gridline-color: @hairline; alternate-background-color: @surface;
  selection-background-color: @accentSoft; selection-color: @ink; font-size: 12dp; outline: 0; }
QTableView::item { padding: 0 8dp; border: 0; }
QTableView::item:selected { background: @accentSoft; color: @ink; }
QTableCornerButton::section { background: @surface; border: 0; }
QHeaderView { background: @surface; border: 0; }
QHeaderView::section { background: @surface; color: @ink3; border: 0; border-top: 1px solid @hairline;
  border-bottom: 1px solid @hairline; padding: 0 10dp; min-height: 24dp; font-size: 11dp; font-weight: 500; }
QComboBox::down-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {
  image: url(:/arenascope/down.svg); }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/arenascope/up.svg); }
QComboBox::drop-down { border: 0; width: 24dp; }
QComboBox::down-arrow { width: 14dp; height: 14dp; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button { border: 0;
  width: 18dp; background: transparent; }
QSpinBox::up-arrow, QSpinBox::down-arrow, QDoubleSpinBox::up-arrow, QDoubleSpinBox::down-arrow {
  width: 10dp; height: 10dp; }
QListView, QTreeView { background: @surface; border: 0; outline: 0; }
QListView[role="plain"] { background: transparent; }
QListView::item { padding: 4dp 8dp; border-radius: 4dp; }
QListView::item:selected { background: @accentSoft; color: @ink; }
QScrollArea { background: transparent; border: 0; }
QScrollArea > QWidget > QWidget[role="scrolled"] { background: transparent; }
QScrollBar:vertical { background: transparent; width: 10dp; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10dp; margin: 0; }
QScrollBar::handle { background: @scroll; border-radius: 3dp; margin: 2dp; }
QScrollBar::handle:vertical { min-height: 28dp; }
QScrollBar::handle:horizontal { min-width: 28dp; }
QScrollBar::handle:hover { background: @ink3; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: @sunk; border: 0; border-radius: 2dp; min-height: 4dp; max-height: 4dp; }
QProgressBar::chunk { background: @accent; border-radius: 2dp; }
QSplitter::handle { background: transparent; }
QGroupBox { border: 1px solid @line; border-radius: 10dp; margin-top: 16dp; padding: 8dp; }
QGroupBox::title { subcontrol-origin: margin; left: 10dp; color: @ink2; }
QCheckBox, QRadioButton { spacing: 6dp; }
QCheckBox::indicator { width: 14dp; height: 14dp; border: 1px solid @ink3; border-radius: 4dp; background: @raised; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: @accent; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/arenascope/@tick); }
QCheckBox::indicator:disabled { border-color: @line; background: @sunk; }
QCheckBox::indicator:checked:disabled { background: @ink3; }
)";

QString mix(const QColor& a, const QColor& b, double share) {
  const auto part = [share](int first, int second) { return static_cast<int>(first + (second - first) * share); };
  return QColor(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())).name();
}

} // namespace

QPalette paletteOf(const Tokens& tokens) {
  QPalette palette(tokens.raised, tokens.ground);
  for (const QPalette::ColorRole role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText}) {
    palette.setColor(role, tokens.ink);
    palette.setColor(QPalette::Disabled, role, tokens.ink3);
  }
  palette.setColor(QPalette::Base, tokens.surface);
  palette.setColor(QPalette::AlternateBase, tokens.sunk);
  palette.setColor(QPalette::ToolTipBase, tokens.raised);
  palette.setColor(QPalette::PlaceholderText, tokens.ink3);
  palette.setColor(QPalette::Link, tokens.accent);
  palette.setColor(QPalette::LinkVisited, tokens.accent);
  palette.setColor(QPalette::Highlight, tokens.accent);
  palette.setColor(QPalette::HighlightedText, tokens.accentInk);
  return palette;
}

QString styleSheetOf(const Tokens& tokens) {
  initMarks();
  const std::pair<const char*, QString> colours[] = {
      {"ground", tokens.ground.name()},
      {"surface", tokens.surface.name()},
      {"raised", tokens.raised.name()},
      {"sunk", tokens.sunk.name()},
      {"line", tokens.line.name()},
      {"hairline", tokens.hairline.name()},
      {"ink", tokens.ink.name()},
      {"ink2", tokens.ink2.name()},
      {"ink3", tokens.ink3.name()},
      {"accent", tokens.accent.name()},
      {"accentSoft", tokens.accentSoft.name()},
      {"accentInk", tokens.accentInk.name()},
      {"accentHover", mix(tokens.accent, tokens.ink, 0.12)},
      {"peak", tokens.peak.name()},
      {"peakSoft", tokens.peakSoft.name()},
      {"good", tokens.good.name()},
      {"segments", mix(tokens.ground, tokens.line, 0.6)},
      {"segment", tokens.dark ? mix(tokens.raised, tokens.line, 0.8) : tokens.raised.name()},
      {"tick", tokens.dark ? QStringLiteral("tick-dark.svg") : QStringLiteral("tick-light.svg")},
      {"scroll", mix(tokens.line, tokens.ink3, 0.35)},
  };
  static const QRegularExpression kWord(QStringLiteral("@(\\w+)|(\\d+)dp"));
  const QString sheet = QLatin1String(kSheet);
  QString result;
  qsizetype done = 0;
  for (auto words = kWord.globalMatch(sheet); words.hasNext();) {
    const QRegularExpressionMatch word = words.next();
    result += sheet.mid(done, word.capturedStart() - done);
    done = word.capturedEnd();
    if (const QString pixels = word.captured(2); !pixels.isEmpty())
      result += QStringLiteral("%1px").arg(scaled(pixels.toInt()));
    for (const auto& [name, colour] : colours)
      if (word.captured(1) == QLatin1String(name)) result += colour;
  }
  return result + sheet.mid(done);
}

} // namespace arenascope::ui
