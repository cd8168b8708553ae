// The part of MainWindow that puts its regions in place.
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "ui/panels/run_popover.h"
#include "ui/panels/target_choice.h"
#include "ui/style/type.h"
#include "ui/window/bar.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/drawer.h"
#include "ui/window/drop_area.h"
#include "ui/window/main_window.h"
#include "ui/window/picture_handle.h"
#include "ui/window/sheet.h"
#include "ui/window/work_note.h"

namespace arenascope::ui {

namespace {

constexpr int kAnswerWidth = 336; // pixels of the design, as the others
constexpr int kDrawerHeight = 206;

// Calls a function when a widget is shown or hidden.
class VisibilityWatch : public QObject {
public:
  VisibilityWatch(QWidget* widget, std::function<void(bool)> changed) : QObject(widget), changed_(std::move(changed)) {
    widget->installEventFilter(this);
  }

protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Show) changed_(true);
    if (event->type() == QEvent::Hide) changed_(false);
    return QObject::eventFilter(watched, event);
  }

private:
  std::function<void(bool)> changed_;
};

} // namespace

void MainWindow::buildRegions() {
  bar_ = new Bar(*choice_);
  banner_ = new QLabel;
  banner_->setObjectName(QStringLiteral("banner"));
  banner_->setProperty("role", QStringLiteral("banner"));
  banner_->setWordWrap(true);
  banner_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  banner_->hide();
  auto* columns = new QWidget;
  auto* inColumns = new QHBoxLayout(columns);
  inColumns->setContentsMargins(0, 0, 0, 0);
  inColumns->setSpacing(0);
  const Page& answer = *pages_->find(QStringLiteral("summary"));
  answer.widget->setObjectName(QStringLiteral("answer"));
  answer.widget->setAttribute(Qt::WA_StyledBackground);
  answer.widget->setFixedWidth(scaled(kAnswerWidth));
  inColumns->addWidget(answer.widget);
  rows_ = new QSplitter(Qt::Vertical);
  rows_->setChildrenCollapsible(false);
  rows_->setHandleWidth(1);
  inColumns->addWidget(rows_, 1);
  buildCanvas();
  buildDrawer();
  rows_->addWidget(canvas_);
  rows_->addWidget(drawer_);
  rows_->addWidget(versionsDrawer_);
  rows_->setStretchFactor(0, 1);
  rows_->setSizes({scaled(640), scaled(kDrawerHeight), scaled(kDrawerHeight)});
  auto* all = new QWidget;
  auto* layout = new QVBoxLayout(all);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(banner_);
  layout->addWidget(columns, 1);
  setCentralWidget(all);
  // Before and after has tables in the drawer's place.
  connect(canvas_, &Canvas::changed, this, [this] {
    const bool versions = canvas_->view() == View::kVersions;
    drawer_->setVisible(!versions);
    versionsDrawer_->setVisible(versions);
  });
  work_ = new WorkNote(canvas_);
  connect(work_, &WorkNote::cancelWanted, this, &MainWindow::cancel);
  dropArea_ = new DropArea(all);
  buildSheets();
  watchPages();
  // Tab leaves tables and texts: who has no pointer gets everywhere.
  for (QTableView* table : findChildren<QTableView*>()) table->setTabKeyNavigation(false);
  for (QPlainTextEdit* text : findChildren<QPlainTextEdit*>()) text->setTabChangesFocus(true);
}

void MainWindow::buildCanvas() {
  canvas_ = new Canvas;
  for (const Page& page : pages_->all()) {
    if (page.place != PagePlace::kView) continue;
    page.widget->setObjectName(QLatin1String(page.name));
    canvas_->add(page.view, page.widget, page.title, page.tools);
  }
  canvas_->addHandle(new PictureHandle([this]() -> PictureHandle::Picture {
    if (isStale()) return {};
    const PictureChoice picture = pictureNow();
    if (!picture.paint) return {};
    return {picture.paint, pictureTitle(*picture.pictured), pictureCaption(*picture.pictured),
            QFileInfo(shown_.path).completeBaseName() + QLatin1Char('-') + QLatin1String(frontPage().name)};
  }));
  canvas_->finish();
}

// Before and after has tables in the place of the others.
void MainWindow::buildDrawer() {
  drawer_ = new Drawer;
  versionsDrawer_ = new Drawer;
  versionsDrawer_->hide();
  for (const char* part : {"drawerToggle", "drawerTabs"})
    versionsDrawer_->findChild<QWidget*>(QLatin1String(part))
        ->setObjectName(QStringLiteral("versions_") + QLatin1String(part));
  for (const Page& page : pages_->all()) {
    if (page.place == PagePlace::kDrawer) drawer_->add(page.widget, QLatin1String(page.name), page.title, page.tools);
    if (page.place == PagePlace::kVersionsDrawer)
      versionsDrawer_->add(page.widget, QLatin1String(page.name), page.title, page.tools);
  }
  for (Drawer* drawer : {drawer_, versionsDrawer_})
    connect(drawer, &Drawer::openChanged, this, [this, drawer](bool open) {
      const int height = open ? scaled(kDrawerHeight) : drawer->maximumHeight();
      rows_->setSizes({rows_->height() - height, height, height});
    });
  connect(pages_, &Pages::rowsChanged, this, &MainWindow::showCounts);
}

void MainWindow::showCounts() {
  for (const Page& page : pages_->all())
    if (page.rows)
      for (Drawer* drawer : {drawer_, versionsDrawer_}) drawer->setCount(QLatin1String(page.name), page.rows());
}

void MainWindow::buildSheets() {
  sheet_ = new Sheet(this);
  for (const Page& page : pages_->all())
    if (page.place == PagePlace::kSheet) sheet_->add(page.widget);
}

void MainWindow::watchPages() {
  for (const Page& page : pages_->all())
    if (page.setInView) new VisibilityWatch(page.widget, page.setInView);
}

void MainWindow::showDropArea(bool shown, bool compares) {
  if (!shown) return dropArea_->hide();
  dropArea_->showOver(
      canvas_->geometry().translated(canvas_->parentWidget()->mapTo(dropArea_->parentWidget(), QPoint())),
      shown_.report == nullptr ? QString() : QFileInfo(shown_.path).fileName(), compares);
}

void MainWindow::connectViews() {
  connect(choice_, &TargetChoice::changed, bar_, &Bar::showChoice);
  connect(choice_, &TargetChoice::changed, this, &MainWindow::run);
  const auto override = [this](const RunOverrides& overrides) {
    overrides_ = overrides;
    run();
  };
  connect(pages_, &Pages::overridesChanged, this, override);
  connect(&bar_->run(), &RunPopover::overridesChanged, this, override);
  connect(pages_, &Pages::overridesChosen, &bar_->run(), &RunPopover::setOverrides);
  connect(pages_, &Pages::runChoiceWanted, bar_, &Bar::openRun);
  connect(&bar_->run(), &RunPopover::moreWanted, pages_, &Pages::trySettings);
  connect(pages_, &Pages::boardChosen, choice_, &TargetChoice::selectBoard);
  connect(pages_, &Pages::pageWanted, this, &MainWindow::showPage);
  connect(pages_, &Pages::versionsLeft, canvas_, &Canvas::leaveVersions);
  connect(pages_, &Pages::modelWanted, this,
          [this](const QString& path) { path.isEmpty() ? chooseModel() : openModel(path); });
  connect(pages_, &Pages::annotationsFailed, this, &MainWindow::showMessage);
  connect(pages_, &Pages::settingsWanted, this, &MainWindow::useSettings);
  connect(bar_, &Bar::searchWanted, this, &MainWindow::findAnything);
  connect(bar_, &Bar::explainWanted, this, [this] { showPage(QStringLiteral("explain")); });
  connect(bar_, &Bar::compareWanted, this, [this] { canvas_->show(View::kVersions); });
  connect(bar_, &Bar::exportWanted, this, &MainWindow::showExports);
  connect(bar_, &Bar::schemeWanted, this,
          [] { chooseScheme(isDarkNow() ? ColourScheme::kLight : ColourScheme::kDark); });
}

} // namespace arenascope::ui
