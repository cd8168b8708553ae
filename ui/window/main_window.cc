#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPixmapCache>
#include <QProgressBar>
#include <QScopedValueRollback>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QTabWidget>
#include <QTimer>

#include "core/analysis/comparison.h"
#include "core/output/tensor_files.h"
#include "emulator/session/boards.h"
#include "ui/jobs/recent_models.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/model_files.h"
#include "ui/panels/target_choice.h"
#include "ui/window/array_choice.h"
#include "ui/window/export_dialog.h"
#include "ui/window/settings_keys.h"

namespace arenascope::ui {

namespace {

// Most of the screen, however large it is, but no wider than what there is to show.
QSize firstSize() {
  constexpr QSize kMost(1920, 1200);
  constexpr double kOfScreen = 0.85;
  const QScreen* screen = QGuiApplication::primaryScreen();
  if (screen == nullptr) return {1280, 860};
  return (screen->availableSize() * kOfScreen).boundedTo(kMost);
}

QStringList droppedFiles(const QMimeData* data) {
  QStringList files;
  for (const QUrl& url : data->urls())
    if (url.isLocalFile()) files << url.toLocalFile();
  return files;
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), choice_(new TargetChoice(this)), pages_(new Pages(selection_, this)),
      groups_(new DockGroups(*this)) {
  setWindowTitle(tr("ArenaScope"));
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  resize(firstSize());
  buildCentre();
  buildDocks();
  buildToolBar();
  buildMenus();
  connectViews();
  connectJob();
  firstLayout_ = saveState();
  const QSettings settings;
  restoreGeometry(settings.value(kGeometryKey).toByteArray());
  groups_->setClosed(settings.value(kClosedDocksKey).toStringList());
  groups_->choose(static_cast<PageGroup>(std::clamp(settings.value(kDockGroupKey).toInt(), 0, kPageGroups - 1)));
  groups_->restore(settings.value(kDocksKey).toByteArray());
  setBusy(false);
  loadBoards();
  connect(pages_, &Pages::boardSaved, this, &MainWindow::loadBoards);
}

// Every window's buttons keep their icons, in the sizes drawn, under keys of their own.
MainWindow::~MainWindow() {
  delete groups_; // docks are hidden with the window, which is none of its business
  QPixmapCache::clear();
}

void MainWindow::loadBoards() {
  std::vector<Error> problems;
  const std::vector<profile::Board> boards = session::loadBoards(problems);
  choice_->setBoards(boards);
  emit pages_->boardsLoaded(boards);
  QStringList messages;
  for (const Error& problem : problems) messages << QString::fromStdString(problem.message);
  showMessage(messages.join(QLatin1Char('\n')));
}

void MainWindow::connectJob() {
  connect(&job_, &ProfileJob::started, this, [this] { setBusy(true); });
  connect(&job_, &ProfileJob::allocationReady, this, &MainWindow::showReport);
  connect(&job_, &ProfileJob::progress, this, [this](const QString& step, double fraction) {
    progress_->setRange(0, fraction < 0 ? 0 : 100);
    progress_->setValue(static_cast<int>(fraction * 100));
    statusBar()->showMessage(step);
  });
  connect(&job_, &ProfileJob::finished, this, &MainWindow::showFinished);
  constexpr int kStandsStill = 300; // milliseconds
  changed_.setSingleShot(true);
  changed_.setInterval(kStandsStill);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, &changed_, qOverload<>(&QTimer::start));
  connect(&changed_, &QTimer::timeout, this, &MainWindow::fileChanged);
  connect(&job_, &ProfileJob::failed, this, [this](const QString& message) {
    emit pages_->runFailed();
    goBackToShown();
    showMessage(message);
    setBusy(false);
  });
  connect(&tensorsJob_, &ProfileJob::finished, this, &MainWindow::writeTensors);
  connect(&tensorsJob_, &ProfileJob::failed, this, [this](const QString& message) {
    showMessage(message);
    emit tensorsExported();
  });
  connect(&job_, &ProfileJob::cancelled, this, [this] {
    if (path_ != shownPath_)
      goBackToShown();
    else if (report_ != nullptr)
      settings_.stay(settingsShown());
    showMessage(tr("Cancelled. What was known by then is shown; reload runs it again."));
    setBusy(false);
  });
}

void MainWindow::setBusy(bool busy) {
  cancel_->setEnabled(busy);
  progress_->setVisible(busy);
  if (busy) return;
  statusBar()->clearMessage();
  emit settled();
}

void MainWindow::openModel(const QString& path) {
  const QString chosen = chooseArray(this, path);
  if (chosen.isEmpty()) return;
  before_ = nullptr;
  // What was tried with one model ends with it.
  if (chosen != path_) {
    overrides_ = {};
    emit pages_->modelOpened(report_ == nullptr ? tr("Running %1...").arg(QFileInfo(chosen).fileName()) : QString());
  }
  path_ = chosen;
  run();
}

void MainWindow::openModels(const QStringList& paths) {
  if (paths.isEmpty()) return;
  openModel(paths.first());
  if (paths.size() == 1) return;
  emit pages_->comparisonWanted(paths.mid(1));
  showPage(QStringLiteral("compare"));
  showPage(QStringLiteral("sideBySide"));
}

void MainWindow::restoreSession() {
  const QSettings settings;
  choice_->choose(settings.value(kTargetKey).toString(), settings.value(kKernelsKey).toString(),
                  settings.value(kBoardKey).toString());
  QStringList models = settings.value(kOpenModelsKey).toStringList();
  models.removeIf([](const QString& path) { return !QFileInfo::exists(fileOf(path)); });
  if (!models.isEmpty()) openModel(models.takeFirst());
  for (const QString& other : models) openWindow(other);
}

MainWindow* MainWindow::openWindow(const QString& path) {
  constexpr int kStep = 32; // pixels, so that one sees that there are two
  auto* window = new MainWindow;
  window->setAttribute(Qt::WA_DeleteOnClose);
  window->resize(size());
  window->move(pos() + QPoint(kStep, kStep));
  window->choice_->choose(choice_->target()->currentText(), choice_->kernels()->currentText(),
                          choice_->board()->currentData().toString());
  window->show();
  if (!path.isEmpty()) window->openModel(path);
  return window;
}

// Of all windows that are open.
QStringList MainWindow::openModelPaths() {
  QStringList paths;
  for (const QWidget* widget : QApplication::topLevelWidgets())
    if (const auto* window = qobject_cast<const MainWindow*>(widget); window != nullptr && window->isVisible())
      if (!window->path_.isEmpty()) paths << QFileInfo(window->path_).absoluteFilePath();
  return paths;
}

namespace {
bool quitting = false; // all windows are closed, and what was open in them is written already
} // namespace

void MainWindow::quit() {
  QSettings().setValue(kOpenModelsKey, openModelPaths());
  const QScopedValueRollback all(quitting, true);
  QApplication::closeAllWindows();
}

session::ProfileRequest MainWindow::requestNow() const {
  session::ProfileRequest request;
  request.model = path_.toStdString();
  choice_->applyTo(request);
  request.planner = overrides_.planner;
  request.arenaBytes = overrides_.arenaBytes;
  request.tflm = overrides_.tflm;
  applyRunSettings(request);
  return request;
}

void MainWindow::run() {
  if (path_.isEmpty()) return;
  showMessage({});
  showTitle();
  job_.start(requestNow());
}

void MainWindow::useSettings(const session::ProfileRequest& request) {
  choice_->choose(QString::fromStdString(request.target), QString::fromStdString(request.kernels),
                  request.board ? QString::fromStdString(request.board->name) : QString());
  overrides_ = {.planner = request.planner, .arenaBytes = request.arenaBytes, .tflm = request.tflm};
  run();
}

// After a run that gave nothing: title, toolbar and what is run next are again those of what is on screen.
void MainWindow::goBackToShown() {
  if (report_ == nullptr) return;
  path_ = shownPath_;
  overrides_ = shownOverrides_;
  choice_->choose(QString::fromStdString(report_->target), QString::fromStdString(report_->kernels),
                  report_->board ? QString::fromStdString(report_->board->name) : QString());
  showTitle();
  settings_.stay(settingsShown());
  updateSteps();
}

ShownSettings MainWindow::settingsShown() const {
  return {.target = QString::fromStdString(report_->target),
          .kernels = QString::fromStdString(report_->kernels),
          .board = report_->board ? QString::fromStdString(report_->board->name) : QString(),
          .overrides = shownOverrides_};
}

void MainWindow::stepSettings(const std::optional<ShownSettings>& settings) {
  if (!settings) return;
  choice_->choose(settings->target, settings->kernels, settings->board);
  overrides_ = settings->overrides;
  run();
}

void MainWindow::updateSteps() {
  undo_->setEnabled(settings_.canUndo());
  redo_->setEnabled(settings_.canRedo());
}

void MainWindow::showTitle() { setWindowTitle(tr("%1 - ArenaScope").arg(QFileInfo(path_).fileName())); }

void MainWindow::showReport(const ReportPointer& report) {
  const bool otherModel = report_ == nullptr || report_->model.sha256 != report->model.sha256;
  report_ = report;
  shownPath_ = path_;
  shownOverrides_ = overrides_;
  if (otherModel || !selection_.fits(*report)) selection_.clear();
  if (otherModel) {
    rememberModel(path_);
    fillRecentMenu();
    settings_.clear();
  }
  settings_.show(settingsShown());
  updateSteps();
  pages_->setReport(report, job_.running(), otherModel);
  emit pages_->overridesChosen(overrides_);
  exportAny_->setEnabled(true);
  exportTensors_->setEnabled(report->invoked);
  for (QAction* action : exports_->actions()) {
    if (!action->data().isValid()) continue;
    const ExportKind& kind = exportKinds()[static_cast<std::size_t>(action->data().toInt())];
    action->setEnabled(!kind.needsArena || report->arena.has_value());
  }
}

void MainWindow::showFinished(const ReportPointer& report) {
  showReport(report);
  pages_->setFinished(report);
  rememberReport(path_, report);
  showMessage(report->error ? QString::fromStdString(report->error->message) : pages_->notes().problem());
  setBusy(false);
  watchFile();
  showChange();
  if (tourOffered_ && report->arena) startTour();
}

void MainWindow::offerTour() { tourOffered_ = !QSettings().value(kTourKey).toBool(); }

void MainWindow::watchFile() {
  const QString file = fileOf(path_);
  if (watcher_.files() == QStringList(file)) return;
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  watcher_.addPath(file);
}

// Once it stands still; a file that is gone for a moment is one that is being replaced.
void MainWindow::fileChanged() {
  const QString file = fileOf(path_);
  if (!QFileInfo::exists(file)) return;
  watcher_.addPath(file); // it may be another one of the same name
  before_ = report_;
  run();
}

void MainWindow::showChange() {
  const ReportPointer before = std::exchange(before_, nullptr);
  if (before == nullptr || !before->arena || !report_->arena || before->model.sha256 == report_->model.sha256) return;
  const auto text = [](const QString& name, std::optional<std::uint64_t> was, std::optional<std::uint64_t> is) {
    const std::string difference = profile::differenceText(was, is);
    return tr("%1 %2").arg(name, difference.empty() ? tr("the same") : QString::fromStdString(difference));
  };
  const auto cycles = [](const ReportPointer& report) {
    return report->cost ? std::optional(report->cost->total.cycles) : std::nullopt;
  };
  QStringList parts = {text(tr("kTensorArenaSize"), before->arena->recommended, report_->arena->recommended)};
  if (report_->cost && before->cost) parts << text(tr("cycles"), cycles(before), cycles(report_));
  statusBar()->showMessage(tr("The file has changed and was run again: %1").arg(parts.join(QStringLiteral(", "))));
}

QString MainWindow::message() const { return banner_->isHidden() ? QString() : banner_->text(); }

void MainWindow::showMessage(const QString& text) {
  banner_->setText(text);
  banner_->setVisible(!text.isEmpty());
}

void MainWindow::showPage(const QString& name) {
  for (int i = 0; i < lenses_->count(); ++i)
    if (lenses_->widget(i)->objectName() == name) lenses_->setCurrentIndex(i);
  const auto dock = docks_.find(name);
  if (dock != docks_.end()) groups_->show(dock->second);
}

void MainWindow::chooseModel() {
  openModels(QFileDialog::getOpenFileNames(this, tr("Open a model; several are compared"),
                                           QFileInfo(path_).absolutePath(), modelFilter()));
}

void MainWindow::chooseExport(const ExportKind& kind) {
  const QString suggested =
      QStringLiteral("%1.%2").arg(QFileInfo(path_).completeBaseName(), QLatin1String(kind.suffix));
  const QString path = QFileDialog::getSaveFileName(this, tr("Export: %1").arg(tr(kind.name)), suggested);
  if (!path.isEmpty()) exportTo(kind, path);
}

const Page& MainWindow::pageInFront() const { return *pages_->find(lenses_->currentWidget()); }

PictureChoice MainWindow::pictureNow() const {
  const Page& page = pageInFront();
  return {.paint = page.painter ? page.painter() : PaintPicture(),
          .pictured = page.pictured ? page.pictured() : report_,
          .options = pages_->inferenceOptions(),
          .advice = pages_->advice(),
          .notes = pages_->notes().notes()};
}

void MainWindow::showExports() {
  if (report_ == nullptr) return;
  auto* dialog = new ExportDialog(report_, pictureNow(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &ExportDialog::wanted, this, &MainWindow::chooseExport);
  dialog->open();
}

bool MainWindow::exportTo(const ExportKind& kind, const QString& path) {
  if (report_ == nullptr) return false;
  if (const auto failed = exportReport(report_, pictureNow(), kind, path)) {
    showMessage(QString::fromStdString(failed->message));
    return false;
  }
  statusBar()->showMessage(tr("Written: %1").arg(path), 5000);
  return true;
}

void MainWindow::exportTensors(const QString& folder) {
  if (report_ == nullptr || !report_->invoked) return;
  tensorsFolder_ = folder;
  session::ProfileRequest request = requestNow();
  request.keepOutputs = true;
  tensorsJob_.start(request);
}

void MainWindow::writeTensors(const ReportPointer& report) {
  const auto failed = report->error ? report->error : profile::writeTensors(tensorsFolder_.toStdString(), *report);
  if (failed)
    showMessage(QString::fromStdString(failed->message));
  else
    statusBar()->showMessage(tr("Written to %1").arg(tensorsFolder_), 5000);
  emit tensorsExported();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const bool ours = event->source() != nullptr; // a picture that is dragged out of a window of this program
  if (!ours && !droppedFiles(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QStringList files = droppedFiles(event->mimeData());
  if (files.isEmpty()) return;
  event->acceptProposedAction();
  openModels(files);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  QSettings settings;
  settings.setValue(kGeometryKey, saveGeometry());
  settings.setValue(kDocksKey, saveState());
  settings.setValue(kClosedDocksKey, groups_->closed());
  settings.setValue(kDockGroupKey, static_cast<int>(groups_->group()));
  if (!quitting) {
    QStringList others = openModelPaths();
    if (!path_.isEmpty() && others.size() > 1) others.removeOne(QFileInfo(path_).absoluteFilePath());
    settings.setValue(kOpenModelsKey, others);
  }
  settings.setValue(kTargetKey, choice_->target()->currentText());
  settings.setValue(kKernelsKey, choice_->kernels()->currentText());
  settings.setValue(kBoardKey, choice_->board()->currentData().toString());
  QMainWindow::closeEvent(event);
}

} // namespace arenascope::ui
