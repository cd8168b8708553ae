// The part of MainWindow that puts its pieces in place.
#include <QDockWidget>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QScrollArea>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/panels/target_choice.h"
#include "ui/window/main_window.h"
#include "ui/window/picture_handle.h"

namespace arenascope::ui {

void MainWindow::buildLenses() {
  viewTabs_ = new QTabWidget;
  viewTabs_->setDocumentMode(true);
  viewTabs_->setObjectName(QStringLiteral("lenses"));
  for (const Page& page : pages_->all()) {
    if (page.place != PagePlace::kView) continue;
    page.widget->setObjectName(QLatin1String(page.name));
    const int tab = viewTabs_->addTab(page.widget, page.title);
    viewTabs_->setTabToolTip(tab, tr("%1 (Ctrl+%2)").arg(page.help).arg(tab + 1));
  }
  viewTabs_->setCornerWidget(new PictureHandle([this]() -> PictureHandle::Picture {
    if (isStale()) return {};
    const PictureChoice picture = pictureNow();
    if (!picture.paint) return {};
    return {picture.paint, pictureTitle(*picture.pictured), pictureCaption(*picture.pictured),
            QFileInfo(shown_.path).completeBaseName() + QLatin1Char('-') + QLatin1String(pageInFront().name)};
  }));
}

void MainWindow::addDock(const Page& page) {
  auto* dock = new QDockWidget(page.title);
  dock->setObjectName(QLatin1String(page.name));
  dock->setWidget(page.widget);
  addDockWidget(page.place == PagePlace::kLeft    ? Qt::LeftDockWidgetArea
                : page.place == PagePlace::kRight ? Qt::RightDockWidgetArea
                                                  : Qt::BottomDockWidgetArea,
                dock);
  docks_[QLatin1String(page.name)] = dock;
  dockNames_ << QLatin1String(page.name);
  groups_->add(dock, page.groups);
}

void MainWindow::buildDocks() {
  setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  for (const Page& page : pages_->all())
    if (page.place != PagePlace::kView) addDock(page);
  arrangeDocks();
}

void MainWindow::arrangeDocks() {
  QDockWidget* first = nullptr; // of those at the bottom
  QDockWidget* left = nullptr;
  QDockWidget* right = nullptr;
  for (const QString& name : dockNames_) {
    QDockWidget* dock = docks_.at(name);
    const Qt::DockWidgetArea area = dockWidgetArea(dock);
    if (area == Qt::LeftDockWidgetArea) left = dock;
    if (area == Qt::RightDockWidgetArea) {
      if (right != nullptr) tabifyDockWidget(right, dock);
      right = dock;
      dock->hide();
    }
    if (area != Qt::BottomDockWidgetArea) continue;
    first == nullptr ? static_cast<void>(first = dock) : tabifyDockWidget(first, dock);
  }
  first->raise();
  resizeDocks({left, right}, {300, 400}, Qt::Horizontal);
  resizeDocks({first}, {260}, Qt::Vertical);
}

void MainWindow::buildCentre() {
  buildLenses();
  banner_ = new QLabel;
  banner_->setObjectName(QStringLiteral("banner"));
  banner_->setWordWrap(true);
  banner_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  banner_->setMargin(8);
  banner_->setStyleSheet(QStringLiteral("background: #b3261e; color: white;"));
  banner_->hide();
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(banner_);
  layout->addWidget(viewTabs_, 1);
  layout->addWidget(groups_->bar());
  setCentralWidget(centre);
  progress_ = new QProgressBar;
  progress_->setMaximumWidth(240);
  statusBar()->addPermanentWidget(progress_);
}

// Names of docks stay whole; what does not fit is scrolled to.
void MainWindow::showWholeTabs() {
  for (QTabBar* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
    bar->setElideMode(Qt::ElideNone);
    bar->setUsesScrollButtons(true);
  }
}

void MainWindow::connectViews() {
  QTimer::singleShot(0, this, &MainWindow::showWholeTabs);
  connect(this, &QMainWindow::tabifiedDockWidgetActivated, this, &MainWindow::showWholeTabs);
  connect(choice_, &TargetChoice::changed, this, &MainWindow::run);
  connect(pages_, &Pages::overridesChanged, this, [this](const RunOverrides& overrides) {
    overrides_ = overrides;
    run();
  });
  connect(pages_, &Pages::boardChosen, choice_, &TargetChoice::selectBoard);
  connect(pages_, &Pages::pageWanted, this, &MainWindow::showPage);
  connect(pages_, &Pages::modelWanted, this,
          [this](const QString& path) { path.isEmpty() ? chooseModel() : openModel(path); });
  connect(pages_, &Pages::annotationsFailed, this, &MainWindow::showMessage);
  connect(pages_, &Pages::settingsWanted, this, &MainWindow::useSettings);
  for (const Page& page : pages_->all()) {
    if (!page.setInView) continue;
    if (page.place == PagePlace::kView)
      connect(viewTabs_, &QTabWidget::currentChanged, page.widget,
              [this, page] { page.setInView(viewTabs_->currentWidget() == page.widget); });
    else
      connect(docks_.at(QLatin1String(page.name)), &QDockWidget::visibilityChanged, page.widget, page.setInView);
  }
}

} // namespace arenascope::ui
