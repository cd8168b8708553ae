#include "ui/window/dock_groups.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QScopedValueRollback>
#include <QTabBar>
#include <algorithm>

namespace arenascope::ui {

bool DockGroups::Member::in(PageGroup group) const {
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

DockGroups::DockGroups(QMainWindow& window) : QObject(&window), window_(window), bar_(new QTabBar) {
  bar_->setObjectName(QStringLiteral("dockGroups"));
  bar_->setAccessibleName(tr("Groups of panels"));
  bar_->setDocumentMode(true);
  bar_->setExpanding(false);
  bar_->setDrawBase(false);
  struct Title {
    QString text;
    QString help;
  };
  for (const Title& title :
       {Title{tr("Memory"), tr("What lies in the arena, where and when")}, Title{tr("Time"), tr("What takes how long")},
        Title{tr("Does it fit?"), tr("Flash, operators, boards, and other models beside it")},
        Title{tr("Diagnose"), tr("What a device printed, and what this program did")}}) {
    const int tab = bar_->addTab(title.text);
    bar_->setTabToolTip(tab, tr("%1. A second click brings back what was closed of it").arg(title.help));
  }
  connect(bar_, &QTabBar::currentChanged, this, &DockGroups::apply);
  connect(bar_, &QTabBar::tabBarClicked, this, [this](int tab) {
    if (tab == bar_->currentIndex()) openAgain(tab);
  });
  connect(&window_, &QMainWindow::tabifiedDockWidgetActivated, this, [this](QDockWidget* dock) {
    if (!applying_) front_[group()] = dock;
  });
}

PageGroup DockGroups::group() const { return static_cast<PageGroup>(bar_->currentIndex()); }

void DockGroups::choose(PageGroup group) { bar_->setCurrentIndex(static_cast<int>(group)); }

void DockGroups::add(QDockWidget* dock, const std::vector<PageGroup>& groups) {
  members_.push_back({dock, groups});
  connect(dock->toggleViewAction(), &QAction::toggled, this, [this, dock](bool shown) { toggled(dock, shown); });
}

// The user has put it where it does not take the others' room.
bool DockGroups::elsewhere(QDockWidget* dock) const {
  return memberOf(dock).groups.empty() || dock->isFloating() ||
         window_.dockWidgetArea(dock) != Qt::BottomDockWidgetArea;
}

void DockGroups::apply() {
  const QScopedValueRollback applying(applying_, true);
  const PageGroup now = group();
  const auto wanted = [&](const Member& member) { return member.in(now) && !closed_.contains(member.dock); };
  QDockWidget* front = nullptr;
  window_.setUpdatesEnabled(false);
  for (const Member& member : members_) {
    if (elsewhere(member.dock) || !wanted(member)) continue;
    member.dock->show();
    if (front == nullptr || front_[now] == member.dock) front = member.dock;
  }
  for (const Member& member : members_)
    if (!elsewhere(member.dock) && !wanted(member)) member.dock->hide();
  if (front != nullptr) front->raise();
  window_.setUpdatesEnabled(true);
}

void DockGroups::openAgain(int group) {
  for (const Member& member : members_)
    if (member.in(static_cast<PageGroup>(group))) closed_.remove(member.dock);
  apply();
}

// Shown or closed by the user, not by this or with the window.
void DockGroups::toggled(QDockWidget* dock, bool shown) {
  if (applying_ || elsewhere(dock)) return;
  if (!shown && dock->isHidden()) closed_.insert(dock);
  if (!shown) return;
  closed_.remove(dock);
  if (!memberOf(dock).in(group())) show(dock);
}

const DockGroups::Member& DockGroups::memberOf(const QDockWidget* dock) const {
  return *std::find_if(members_.begin(), members_.end(), [&](const Member& each) { return each.dock == dock; });
}

void DockGroups::show(QDockWidget* dock) {
  closed_.remove(dock);
  if (const Member& member = memberOf(dock); !elsewhere(dock) && !member.in(group())) {
    front_[member.groups.front()] = dock;
    choose(member.groups.front());
  }
  const QScopedValueRollback applying(applying_, true);
  dock->show();
  dock->raise();
}

void DockGroups::restore(const QByteArray& layout) {
  {
    const QScopedValueRollback applying(applying_, true);
    window_.restoreState(layout);
  }
  apply();
}

QStringList DockGroups::closed() const {
  QStringList names;
  for (const QDockWidget* dock : closed_) names << dock->objectName();
  names.sort();
  return names;
}

void DockGroups::setClosed(const QStringList& names) {
  closed_.clear();
  for (const Member& member : members_)
    if (names.contains(member.dock->objectName())) closed_.insert(member.dock);
}

} // namespace arenascope::ui
