// The part of MainWindow that makes its tool bar and menus.
#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QStyle>
#include <QTabWidget>
#include <QToolBar>

#include "service/store/result_cache.h"
#include "ui/jobs/recent_models.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/target_choice.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/help_page.h"
#include "ui/window/limits_dialog.h"
#include "ui/window/main_window.h"

namespace arenascope::ui {

void MainWindow::buildToolBar() {
  QToolBar* bar = addToolBar(tr("Run"));
  bar->setObjectName(QStringLiteral("runBar"));
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  open_ =
      bar->addAction(style()->standardIcon(QStyle::SP_DialogOpenButton), tr("Open..."), this, &MainWindow::chooseModel);
  open_->setShortcut(QKeySequence::Open);
  reload_ = bar->addAction(style()->standardIcon(QStyle::SP_BrowserReload), tr("Reload"), this, &MainWindow::run);
  reload_->setShortcut(QKeySequence::Refresh);
  cancel_ = bar->addAction(style()->standardIcon(QStyle::SP_MediaStop), tr("Cancel"), this, &MainWindow::cancel);
  cancel_->setObjectName(QStringLiteral("cancel"));
  cancel_->setShortcut(Qt::Key_Escape);
  bar->addSeparator();
  choice_->target()->setObjectName(QStringLiteral("target"));
  choice_->kernels()->setObjectName(QStringLiteral("kernels"));
  choice_->board()->setObjectName(QStringLiteral("board"));
  bar->addWidget(new QLabel(tr(" Target ")));
  bar->addWidget(choice_->target());
  bar->addWidget(new QLabel(tr(" Kernels ")));
  bar->addWidget(choice_->kernels());
  bar->addWidget(new QLabel(tr(" Board ")));
  bar->addWidget(choice_->board());
  bar->addSeparator();
  for (const Page& page : pages_->all()) {
    if (page.place != PagePlace::kRight) continue;
    QAction* toggle = docks_.at(QLatin1String(page.name))->toggleViewAction();
    toggle->setToolTip(page.help);
    // They share a place: what was asked for is in front.
    connect(toggle, &QAction::triggered, this, [this, page](bool on) {
      if (on) showPage(QLatin1String(page.name));
    });
    bar->addAction(toggle);
  }
  for (QAction* action : {open_, reload_, cancel_})
    action->setToolTip(tr("%1 (%2)").arg(action->text().remove(QStringLiteral("...")),
                                         action->shortcut().toString(QKeySequence::NativeText)));
}

void MainWindow::buildMenus() {
  buildFileMenu();
  buildViewMenu();
  buildHelpMenu();
}

void MainWindow::buildFileMenu() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->setToolTipsVisible(true); // some say why they cannot be chosen
  file->addAction(open_);
  QAction* another = file->addAction(tr("&New window"), this, [this] { openWindow(); });
  another->setObjectName(QStringLiteral("newWindow"));
  another->setShortcut(QKeySequence::New);
  another->setToolTip(tr("For another model, beside this one"));
  recent_ = file->addMenu(tr("Open &recent"));
  fillRecentMenu();
  file->addAction(reload_);
  file->addAction(cancel_);
  QAction* watch = watchAccesses_ = file->addAction(tr("&Watch memory accesses"), this, [this](bool on) {
    watchAccesses(on);
    run();
  });
  watch->setObjectName(QStringLiteral("watchAccesses"));
  watch->setCheckable(true);
  watch->setChecked(watchesAccesses());
  watch->setToolTip(watchHelp());
  file->addAction(tr("&Limits..."), this, &MainWindow::changeLimits);
  buildExportMenu(file);
  QAction* clear = file->addAction(tr("&Clear kept results"), this, [this] {
    const auto cache = service::userCache();
    const std::size_t dropped = cache == nullptr ? 0 : cache->clear();
    statusBar()->showMessage(tr("Results dropped: %1").arg(dropped), 5000);
  });
  clear->setObjectName(QStringLiteral("clearCache"));
  clear->setToolTip(tr("What was run before is kept in the cache folder and not run again"));
  file->addSeparator();
  QAction* close = file->addAction(tr("Close &window"), this, &QWidget::close);
  close->setShortcut(QKeySequence::Close);
  QAction* quit = file->addAction(tr("&Quit"), this, &MainWindow::quit);
  quit->setObjectName(QStringLiteral("quit"));
  quit->setShortcut(QKeySequence::Quit);
}

QString MainWindow::watchHelp() {
  return tr("Sees that kernels touch nothing of the arena that is not theirs; slower, and not on the host");
}

void MainWindow::changeLimits() {
  LimitsDialog dialog(chosenLimits(), this);
  if (dialog.exec() != QDialog::Accepted) return;
  chooseLimits(dialog.limits());
  run();
}

void MainWindow::buildExportMenu(QMenu* file) {
  exportAny_ = file->addAction(tr("&Export..."), this, &MainWindow::showExports);
  exportAny_->setObjectName(QStringLiteral("exportAny"));
  exportAny_->setShortcut(QStringLiteral("Ctrl+E"));
  exportAny_->setToolTip(tr("Everything that can be written, each with a preview"));
  exportAny_->setEnabled(false);
  exports_ = file->addMenu(tr("Export &as"));
  for (std::size_t i = 0; i < exportKinds().size(); ++i) {
    QAction* action = exports_->addAction(tr(exportKinds()[i].name) + QStringLiteral("..."), this,
                                          [this, i] { chooseExport(exportKinds()[i]); });
    action->setData(static_cast<int>(i));
    action->setEnabled(false);
  }
  exportTensors_ = exports_->addAction(tr("Every tensor as .npy files..."), this, [this] {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("A folder for the tensors"));
    if (!folder.isEmpty()) exportTensors(folder);
  });
  exportTensors_->setToolTip(tr("Runs the inference once more and keeps what each operator writes"));
  exportTensors_->setEnabled(false);
}

void MainWindow::buildViewMenu() {
  QMenu* view = menuBar()->addMenu(tr("&View"));
  QAction* find = view->addAction(tr("&Find anything..."), this, &MainWindow::findAnything);
  find->setShortcut(QStringLiteral("Ctrl+K"));
  find->setObjectName(QStringLiteral("findAnything"));
  view->addSeparator();
  for (int i = 0; i < viewTabs_->count(); ++i) {
    QAction* action =
        view->addAction(tr("%1 lens").arg(viewTabs_->tabText(i)), this, [this, i] { viewTabs_->setCurrentIndex(i); });
    action->setShortcuts({QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)),
                          QKeySequence(static_cast<Qt::Key>(Qt::Key_1 + i))});
  }
  view->addSeparator();
  view->addAction(tr("&Whole picture"), this, [this] {
    for (const Page& page : pages_->all())
      if (page.zoom.reset) page.zoom.reset();
  });
  const auto currentZoom = [this]() -> const PageZoom& {
    const Page& page = pageInFront();
    return page.zoom.reset ? page.zoom : pages_->all().front().zoom;
  };
  undo_ = view->addAction(tr("&Undo setting"), this, [this] { stepSettings(settings_.undo()); });
  undo_->setObjectName(QStringLiteral("undoSetting"));
  undo_->setShortcut(QKeySequence::Undo);
  undo_->setToolTip(tr("The target, kernels, board, planner, arena or revision before"));
  redo_ = view->addAction(tr("&Redo setting"), this, [this] { stepSettings(settings_.redo()); });
  redo_->setObjectName(QStringLiteral("redoSetting"));
  redo_->setShortcut(QKeySequence::Redo);
  updateSteps();
  QAction* undo = view->addAction(tr("Undo &zoom"), this, [currentZoom] { currentZoom().undo(); });
  undo->setShortcut(QStringLiteral("Alt+Left"));
  QAction* redo = view->addAction(tr("Redo z&oom"), this, [currentZoom] { currentZoom().redo(); });
  redo->setShortcut(QStringLiteral("Alt+Right"));
  QAction* note = view->addAction(tr("&Note on selection"), pages_, &Pages::noteWanted);
  note->setObjectName(QStringLiteral("noteSelection"));
  note->setShortcut(QStringLiteral("Ctrl+B"));
  QAction* clear = view->addAction(tr("&Clear selection"), this, [this] { selection_.clear(); });
  clear->setShortcut(QStringLiteral("Ctrl+D"));
  view->addSeparator();
  QMenu* panels = view->addMenu(tr("&Panels"));
  int number = 1;
  for (const QString& name : dockNames_) {
    QAction* action = panels->addAction(docks_.at(name)->windowTitle(), this, [this, name] { showPage(name); });
    if (number <= 9) action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + number)));
    ++number;
  }
  view->addAction(tr("Reset the &layout"), this, [this] {
    groups_->setClosed({});
    groups_->restore(firstLayout_);
  });
  buildSchemeMenu(view);
}

void MainWindow::buildSchemeMenu(QMenu* view) {
  QMenu* menu = view->addMenu(tr("&Colours"));
  auto* group = new QActionGroup(menu);
  const QString chosen = schemeName(chosenScheme());
  for (const auto& [scheme, title] :
       {std::pair{ColourScheme::kSystem, tr("As the &system")}, std::pair{ColourScheme::kLight, tr("&Light")},
        std::pair{ColourScheme::kDark, tr("&Dark")}}) {
    QAction* action = menu->addAction(title, this, [scheme = scheme] { chooseScheme(scheme); });
    action->setCheckable(true);
    action->setChecked(schemeName(scheme) == chosen);
    group->addAction(action);
  }
}

void MainWindow::buildHelpMenu() {
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  QAction* page = help->addAction(tr("&Help"), this, &MainWindow::showHelp);
  page->setShortcut(QKeySequence::HelpContents);
  page->setObjectName(QStringLiteral("help"));
  QAction* tour = help->addAction(tr("&Tour"), this, &MainWindow::startTour);
  tour->setObjectName(QStringLiteral("tourAction"));
  tour->setToolTip(tr("Three steps through the picture of the model on screen"));
  help->addAction(tr("&About ArenaScope"), this, &MainWindow::showAbout);
}

void MainWindow::showHelp() {
  auto* page = new HelpPage(this);
  page->setAttribute(Qt::WA_DeleteOnClose);
  page->show();
}

void MainWindow::showAbout() {
  QMessageBox::about(
      this, tr("About ArenaScope"),
      tr("<b>ArenaScope %1</b><p>How large must the tensor arena of a TensorFlow Lite Micro model be, what "
         "fills it, and what does each operator cost on a Cortex-M?</p>"
         "<p>Cortex-M code runs under the Unicorn engine.</p>")
          .arg(QStringLiteral(ARENASCOPE_VERSION)));
}

void MainWindow::fillRecentMenu() {
  recent_->clear();
  for (const RecentModel& model : recentModels(false))
    recent_->addAction(QFileInfo(model.path).fileName(), this, [this, path = model.path] { openModel(path); })
        ->setToolTip(model.path);
  recent_->setToolTipsVisible(true);
  recent_->setEnabled(!recent_->isEmpty());
}

} // namespace arenascope::ui
