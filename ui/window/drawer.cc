#include "ui/window/drawer.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QStyleOptionTab>
#include <QStylePainter>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/arena_frame.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

constexpr int kRowOfTabs = 38; // pixels of the design
constexpr int kCountGap = 5;   // likewise, between a title and a number
constexpr int kTabSide = 6;    // likewise, beside a title; as in the style sheet
constexpr int kTabGap = 20;    // likewise, between tabs

// A number behind a title, its tab's data, is smaller and quieter.
class CountedTabs : public QTabBar {
protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QStylePainter painter(this);
    for (int tab = 0; tab < count(); ++tab) {
      QStyleOptionTab option;
      initStyleOption(&option, tab);
      painter.drawControl(QStyle::CE_TabBarTabShape, option);
      const QString number = tabData(tab).toString();
      option.text.chop(number.isEmpty() ? 0 : number.size() + 2);
      const Tokens& tokens = tokensOn(QApplication::palette().color(QPalette::Base));
      const bool strong = option.state.testAnyFlags(QStyle::State_Selected | QStyle::State_MouseOver);
      const bool keyboard = option.state.testFlag(QStyle::State_HasFocus);
      painter.setFont(textFont(kSmallText, QFont::Medium));
      painter.setPen(keyboard ? tokens.accent : strong ? tokens.ink : tokens.ink2);
      QRect room = option.rect.adjusted(scaled(kTabSide), 0, 0, -2);
      painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, option.text);
      room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(option.text) + scaled(kCountGap));
      painter.setFont(textFont(kAxisText, QFont::Medium));
      painter.setPen(tokens.ink3);
      painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, number);
    }
  }
};

} // namespace

Drawer::Drawer(QWidget* parent)
    : QWidget(parent), tabs_(new CountedTabs), filters_(new QStackedWidget), pages_(new QStackedWidget),
      toggle_(new QToolButton) {
  setObjectName(QStringLiteral("drawer"));
  setAttribute(Qt::WA_StyledBackground);
  tabs_->setObjectName(QStringLiteral("drawerTabs"));
  tabs_->setAccessibleName(tr("Tables"));
  tabs_->setProperty("role", QStringLiteral("tables"));
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  tabs_->setUsesScrollButtons(true);
  toggle_->setObjectName(QStringLiteral("drawerToggle"));
  toggle_->setIcon(icon(Glyph::kDown));
  toggle_->setShortcut(QStringLiteral("Ctrl+J"));
  connect(toggle_, &QToolButton::clicked, this, [this] { setOpen(!open_); });
  connect(tabs_, &QTabBar::currentChanged, this, &Drawer::choose);
  connect(tabs_, &QTabBar::tabBarClicked, this, [this] { setOpen(true); });
  filters_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(scaled(20 - kTabSide), 0, scaled(12), 0);
  top->setSpacing(scaled(8));
  top->addWidget(tabs_, 0, Qt::AlignBottom);
  top->addWidget(filters_, 1);
  top->addWidget(toggle_);
  auto* row = new QWidget;
  row->setLayout(top);
  row->setFixedHeight(scaled(kRowOfTabs));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 1, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(row);
  layout->addWidget(pages_, 1);
  setOpen(true);
}

void Drawer::add(QWidget* page, const QString& name, const QString& title, QWidget* filter) {
  names_ << name;
  titles_ << title;
  counts_ << QString();
  pages_->addWidget(page);
  if (filter == nullptr) filter = new QWidget;
  filters_->addWidget(filter);
  tabs_->addTab(title);
}

void Drawer::setCount(const QString& name, std::size_t count) {
  const int tab = find(name);
  if (tab < 0) return;
  counts_[tab] = count == 0 ? QString() : groupedText(count);
  fitTabs();
}

// Where all of them have no room, they do without numbers and stand closer.
void Drawer::fitTabs() {
  constexpr int kLeastFilter = 80; // pixels of the design
  const QFontMetrics title(textFont(kSmallText, QFont::Medium));
  const QFontMetrics number(textFont(kAxisText, QFont::Medium));
  int need = scaled(kLeastFilter) + toggle_->sizeHint().width() + scaled(4 * kTabGap);
  for (qsizetype tab = 0; tab < titles_.size(); ++tab) {
    need += title.horizontalAdvance(titles_[tab]) + scaled(2 * kTabSide + kTabGap);
    if (!counts_[tab].isEmpty()) need += number.horizontalAdvance(counts_[tab]) + scaled(kCountGap);
  }
  const bool close = need > width();
  if (const QString role = close ? QStringLiteral("closeTables") : QStringLiteral("tables");
      tabs_->property("role") != role) {
    tabs_->setProperty("role", role);
    tabs_->style()->unpolish(tabs_);
    tabs_->style()->polish(tabs_);
  }
  for (int tab = 0; tab < tabs_->count(); ++tab) {
    const QString count = close ? QString() : counts_[tab];
    tabs_->setTabData(tab, count);
    tabs_->setTabText(tab, count.isEmpty() ? titles_[tab] : tr("%1  %2", "tab, count").arg(titles_[tab], count));
    tabs_->setTabToolTip(tab, close ? counts_[tab] : QString());
  }
}

void Drawer::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitTabs();
}

int Drawer::find(const QString& name) const { return static_cast<int>(names_.indexOf(name)); }

void Drawer::choose(int tab) {
  if (tab < 0) return;
  pages_->setCurrentIndex(tab);
  filters_->setCurrentIndex(tab);
}

bool Drawer::show(const QString& name) {
  const int tab = find(name);
  if (tab < 0) return false;
  tabs_->setCurrentIndex(tab);
  setOpen(true);
  return true;
}

QString Drawer::current() const { return names_.value(tabs_->currentIndex()); }

void Drawer::setOpen(bool open) {
  open_ = open;
  pages_->setVisible(open);
  setMinimumHeight(scaled(open ? 120 : kRowOfTabs + 1));
  setMaximumHeight(open ? QWIDGETSIZE_MAX : scaled(kRowOfTabs + 1));
  const QString text = open ? tr("Close the drawer (Ctrl+J)") : tr("Open the drawer (Ctrl+J)");
  toggle_->setToolTip(text);
  toggle_->setAccessibleName(text);
  emit openChanged(open);
}

} // namespace arenascope::ui
