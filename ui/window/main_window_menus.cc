// The part of MainWindow that makes its tool bar and menus.
#include <QAction>
#include <QActionGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>

#include "core/report/arena_parts.h"
#include "service/store/result_cache.h"
#include "ui/jobs/recent_models.h"
#include "ui/jobs/run_settings.h"
#include "ui/window/bar.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/drawer.h"
#include "ui/window/help_page.h"
#include "ui/window/keys_page.h"
#include "ui/window/limits_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/sheet.h"
#include "ui/window/work_note.h"

namespace arenascope::ui {

void MainWindow::buildActions() {
  const auto action = [this](const QString& text, const QKeySequence& keys, auto slot) {
    auto* made = new QAction(text, this);
    made->setShortcut(keys);
    connect(made, &QAction::triggered, this, slot);
    return made;
  };
  open_ = action(tr("&Open..."), QKeySequence::Open, &MainWindow::chooseModel);
  reload_ = action(tr("&Reload"), QKeySequence::Refresh, &MainWindow::run);
  cancel_ = action(tr("C&ancel"), Qt::Key_Escape, &MainWindow::cancel);
  cancel_->setObjectName(QStringLiteral("cancel"));
}

namespace {

// A shortcut of an action that is in a menu alone does not reach the window.
void addToWindow(QWidget* window, const QMenu* menu) {
  for (QAction* action : menu->actions()) {
    if (action->menu() != nullptr)
      addToWindow(window, action->menu());
    else if (!action->shortcut().isEmpty())
      window->addAction(action);
  }
}

} // namespace

void MainWindow::buildMenus() {
  QMenu* menu = bar_->menu();
  buildFileMenu(menu->addMenu(tr("&File")));
  buildViewMenu(menu->addMenu(tr("&View")));
  buildHelpMenu(menu->addMenu(tr("&Help")));
  addToWindow(this, menu);
  connect(bar_->models(), &QMenu::aboutToShow, this, &MainWindow::fillModelsMenu);
}

void MainWindow::buildFileMenu(QMenu* file) {
  file->setToolTipsVisible(true); // some say why they cannot be chosen
  file->addAction(open_);
  QAction* another = file->addAction(tr("&New window"), this, [this] { openWindow(); });
  another->setObjectName(QStringLiteral("newWindow"));
  another->setShortcut(QKeySequence::New);
  another->setToolTip(tr("For another model, beside this one"));
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
  QAction* clear = file->addAction(tr("&Clear cache"), this, [this] {
    const auto cache = service::userCache();
    const std::size_t dropped = cache == nullptr ? 0 : cache->clear();
    work_->show(dropped == 1 ? tr("One cached result deleted") : tr("%1 cached results deleted").arg(dropped));
  });
  clear->setObjectName(QStringLiteral("clearCache"));
  clear->setToolTip(tr("Results of earlier runs, which are not run again"));
  file->addSeparator();
  QAction* close = file->addAction(tr("Close &window"), this, &QWidget::close);
  close->setShortcut(QKeySequence::Close);
  QAction* quit = file->addAction(tr("&Quit"), this, &MainWindow::quit);
  quit->setObjectName(QStringLiteral("quit"));
  quit->setShortcut(QKeySequence::Quit);
}

QString MainWindow::watchHelp() {
  return tr("Checks that no kernel touches memory that is not its own; slower, and not on this computer\u2019s target");
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

void MainWindow::buildViewMenu(QMenu* view) {
  QAction* find = view->addAction(tr("&Find anything..."), this, &MainWindow::findAnything);
  find->setShortcut(QStringLiteral("Ctrl+K"));
  find->setObjectName(QStringLiteral("findAnything"));
  view->addSeparator();
  const QString names[] = {tr("&Running"), tr("&Setting up"), tr("&Graph"),
                           tr("&Time"),    tr("&Boards"),     tr("Before and &after")};
  for (int i = 0; i <= kTabbedViews; ++i) {
    QAction* action = view->addAction(names[i], this, [this, i] {
      canvas_->show(static_cast<View>(i));
      canvas_->page()->setFocus();
    });
    action->setShortcuts({QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)),
                          QKeySequence(static_cast<Qt::Key>(Qt::Key_1 + i))});
  }
  QAction* drawer = view->addAction(tr("&Drawer with tables"), this, [this] {
    Drawer* shown = versionsDrawer_->isHidden() ? drawer_ : versionsDrawer_;
    shown->setOpen(!shown->isOpen());
  });
  drawer->setObjectName(QStringLiteral("toggleDrawer"));
  view->addSeparator();
  view->addAction(tr("Show a&ll"), this, [this] {
    for (const Page& page : pages_->all())
      if (page.zoom.reset) page.zoom.reset();
  });
  const auto currentZoom = [this]() -> const PageZoom& {
    const Page& page = frontPage();
    return page.zoom.reset ? page.zoom : pages_->find(QStringLiteral("inference"))->zoom;
  };
  undo_ = view->addAction(tr("&Undo setting"), this, [this] { stepSettings(settings_.undo()); });
  undo_->setObjectName(QStringLiteral("undoSetting"));
  undo_->setShortcut(QKeySequence::Undo);
  undo_->setToolTip(tr("The target, kernels, board, planner, arena or revision before"));
  redo_ = view->addAction(tr("Red&o setting"), this, [this] { stepSettings(settings_.redo()); });
  redo_->setObjectName(QStringLiteral("redoSetting"));
  redo_->setShortcut(QKeySequence::Redo);
  updateSteps();
  QAction* undo = view->addAction(tr("Undo &zoom"), this, [currentZoom] { currentZoom().undo(); });
  undo->setShortcut(QStringLiteral("Alt+Left"));
  QAction* redo = view->addAction(tr("Redo zoo&m"), this, [currentZoom] { currentZoom().redo(); });
  redo->setShortcut(QStringLiteral("Alt+Right"));
  QAction* note = view->addAction(tr("&Note on selection"), pages_, &Pages::noteWanted);
  note->setObjectName(QStringLiteral("noteSelection"));
  note->setShortcut(QStringLiteral("Ctrl+B"));
  QAction* clear = view->addAction(tr("&Clear selection"), this, [this] { selection_.clear(); });
  clear->setObjectName(QStringLiteral("clearSelection"));
  clear->setShortcut(QStringLiteral("Ctrl+D"));
  view->addSeparator();
  QMenu* pages = view->addMenu(tr("&Pages"));
  int number = 1;
  for (const Page& page : pages_->all()) {
    if (page.place == PagePlace::kAnswer) continue;
    QAction* action =
        pages->addAction(page.title, this, [this, name = QString(QLatin1String(page.name))] { showPage(name); });
    if (page.place == PagePlace::kDrawer)
      action->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + number++)));
  }
  buildSchemeMenu(view);
}

void MainWindow::buildSchemeMenu(QMenu* view) {
  QMenu* menu = view->addMenu(tr("Colo&urs"));
  auto* group = new QActionGroup(menu);
  const QString chosen = schemeName(chosenScheme());
  for (const auto& [scheme, title] :
       {std::pair{ColourScheme::kSystem, tr("Like the &desktop")}, std::pair{ColourScheme::kLight, tr("&Light")},
        std::pair{ColourScheme::kDark, tr("Da&rk")}}) {
    QAction* action = menu->addAction(title, this, [scheme = scheme] { chooseScheme(scheme); });
    action->setCheckable(true);
    action->setChecked(schemeName(scheme) == chosen);
    group->addAction(action);
  }
}

void MainWindow::buildHelpMenu(QMenu* help) {
  QAction* page = help->addAction(tr("&Help"), this, &MainWindow::showHelp);
  page->setShortcut(QKeySequence::HelpContents);
  page->setObjectName(QStringLiteral("help"));
  QAction* keys = help->addAction(tr("&Keys"), this, &MainWindow::showKeys);
  keys->setObjectName(QStringLiteral("keys"));
  keys->setShortcut(QKeySequence(QStringLiteral("?")));
  help->addAction(tr("&Log"), this, [this] { showPage(QStringLiteral("log")); });
  help->addAction(tr("&About ArenaScope"), this, &MainWindow::showAbout);
}

void MainWindow::showHelp() {
  auto* page = new HelpPage(bar_->menu(), this);
  page->setAttribute(Qt::WA_DeleteOnClose);
  page->show();
}

void MainWindow::showKeys() {
  auto* page = sheet_->findChild<KeysPage*>();
  sheet_->open(page != nullptr ? page : new KeysPage(bar_->menu()), tr("Keys"));
}

void MainWindow::showAbout() {
  QMessageBox::about(
      this, tr("About ArenaScope"),
      tr("<b>ArenaScope %1</b><p>How large must the tensor arena of a TensorFlow Lite Micro model be, what "
         "fills it, and what does each operator cost on a Cortex-M?</p>"
         "<p>Cortex-M code runs under the Unicorn engine.</p>")
          .arg(QStringLiteral(ARENASCOPE_VERSION)));
}

void MainWindow::fillModelsMenu() {
  QMenu* menu = bar_->models();
  menu->clear();
  menu->setToolTipsVisible(true);
  menu->addAction(open_);
  // Of a firmware image: what its arena could give back, and what was found in it.
  const std::string image = shown_.report == nullptr ? std::string() : report::arenaInImage(*shown_.report);
  if (!image.empty()) {
    QAction* arena =
        menu->addAction(QString::fromStdString(image), this, [this] { showPage(QStringLiteral("firmware")); });
    arena->setObjectName(QStringLiteral("imageArena"));
    arena->setToolTip(tr("Findings in the image, and its output"));
  }
  const auto recent = recentModels(false);
  if (!recent.empty()) menu->addSection(tr("Recent"));
  for (const RecentModel& model : recent)
    menu->addAction(QFileInfo(model.path).fileName(), this, [this, path = model.path] { openModel(path); })
        ->setToolTip(model.path);
}

} // namespace arenascope::ui
