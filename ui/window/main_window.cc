#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPixmapCache>
#include <QRegularExpression>
#include <QScreen>
#include <QSettings>

#include "core/base/file_writer.h"
#include "core/output/tensor_files.h"
#include "core/report/comparison.h"
#include "service/store/boards.h"
#include "ui/jobs/recent_models.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/model_files.h"
#include "ui/panels/target_choice.h"
#include "ui/window/bar.h"
#include "ui/window/drawer.h"
#include "ui/window/export_dialog.h"
#include "ui/window/settings_keys.h"
#include "ui/window/sheet.h"
#include "ui/window/work_note.h"

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

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), choice_(new TargetChoice(this)), pages_(new Pages(selection_, this)) {
  setWindowTitle(tr("ArenaScope"));
  setAcceptDrops(true);
  resize(firstSize());
  buildRegions();
  buildActions();
  buildMenus();
  connectViews();
  connectJob();
  const QSettings settings;
  restoreGeometry(settings.value(kGeometryKey).toByteArray());
  drawer_->setOpen(settings.value(kDrawerKey, true).toBool());
  setBusy(false);
  loadBoards();
  connect(pages_, &Pages::boardSaved, this, &MainWindow::loadBoards);
}

// Every window's buttons keep their icons, in the sizes drawn, under keys of their own.
MainWindow::~MainWindow() { QPixmapCache::clear(); }

void MainWindow::loadBoards() {
  std::vector<Error> problems;
  const std::vector<hardware::Board> boards = service::loadBoards(problems);
  choice_->setBoards(boards);
  bar_->showChoice();
  emit pages_->boardsLoaded(boards);
  QStringList messages;
  for (const Error& problem : problems) messages << QString::fromStdString(problem.message);
  showMessage(messages.join(QLatin1Char('\n')));
}

void MainWindow::connectJob() {
  connect(&job_, &ProfileJob::started, this, [this] { setBusy(true); });
  connect(&job_, &ProfileJob::allocationReady, this, &MainWindow::showReport);
  connect(&job_, &ProfileJob::progress, this, &MainWindow::showProgress);
  connect(&job_, &ProfileJob::finished, this, &MainWindow::showFinished);
  connect(&watch_, &FileWatch::changed, this, &MainWindow::fileChanged);
  connect(&job_, &ProfileJob::failed, this, [this](const QString& message) {
    runFailed();
    showMessage(message);
    setBusy(false);
  });
  connect(&job_, &ProfileJob::cancelled, this, [this] {
    runCancelled();
    setBusy(false);
    work_->show(shown_.report == nullptr ? tr("Cancelled. Reload to run it again.")
                                         : tr("Cancelled; showing partial results. Reload to run again."));
  });
  connectExportJobs();
}

void MainWindow::connectExportJobs() {
  connect(&tensorsJob_, &ProfileJob::started, this, &MainWindow::showWork);
  connect(&tensorsJob_, &ProfileJob::finished, this, &MainWindow::writeTensors);
  connect(&tensorsJob_, &ProfileJob::failed, this, [this](const QString& message) {
    showWork();
    showMessage(message);
    emit tensorsExported();
  });
  connect(&tensorsJob_, &ProfileJob::cancelled, this, &MainWindow::tensorsExported);
  connect(&manifestJob_, &ManifestJob::progress, this, &MainWindow::showProgress);
  connect(&manifestJob_, &ManifestJob::finished, this, [this](const QString& manifest, const std::string& text) {
    showWork();
    writeExport(manifest, text);
    emit exported();
  });
  connect(&manifestJob_, &ManifestJob::failed, this, [this](const QString& message) {
    showWork();
    showMessage(message);
    emit exported();
  });
}

void MainWindow::cancel() {
  job_.cancel();
  tensorsJob_.cancel();
  if (manifestJob_.running()) {
    manifestJob_.cancel();
    emit exported();
  }
  showWork();
}

void MainWindow::showProgress(const QString& step, double fraction) { work_->setProgress(step, fraction); }

// Whatever goes on can be ended.
void MainWindow::showWork() {
  const bool any = job_.running() || tensorsJob_.running() || manifestJob_.running();
  cancel_->setEnabled(any);
  if (!any) work_->finish();
}

void MainWindow::setBusy(bool busy) {
  showWork();
  if (!busy) emit settled();
}

// Nothing of one model stays where another is named.
void MainWindow::showNothing(const QString& waiting) {
  shown_ = {};
  selection_.clear();
  pages_->clear(waiting);
  showCounts();
  emit pages_->overridesChosen({});
  updateSteps();
  allowExports();
}

service::ProfileRequest MainWindow::requestNow() const {
  service::ProfileRequest request;
  request.model = path_.toStdString();
  choice_->applyTo(request);
  request.planner = overrides_.planner;
  request.arenaBytes = overrides_.arenaBytes;
  request.tflm = overrides_.tflm;
  request.quantize = overrides_.quantize;
  applyPlaces(request, placesOn(request, overrides_.place));
  applyRunSettings(request);
  return request;
}

void MainWindow::run() {
  if (path_.isEmpty()) return;
  overrides_.place = placesOf(requestNow()); // another board may lack the regions
  showMessage({});
  showTitle();
  running_ = {.report = nullptr,
              .finished = false,
              .path = path_,
              .overrides = overrides_,
              .request = requestNow(),
              .file = stampOf(fileOf(path_)),
              .run = running_.run + 1};
  watch_.watch(fileOf(path_), running_.file);
  emit pages_->runStarted();
  job_.start(running_.request);
  allowExports();
}

void MainWindow::useSettings(const service::ProfileRequest& request) {
  choice_->choose(QString::fromStdString(request.target), QString::fromStdString(request.kernels),
                  request.board ? QString::fromStdString(request.board->name) : QString());
  overrides_ = {.planner = request.planner,
                .arenaBytes = request.arenaBytes,
                .tflm = request.tflm,
                .quantize = request.quantize,
                .place = placesOf(request)};
  run();
}

namespace {

// Whether only the file can make a difference between two runs of a model.
bool sameSettings(const service::ProfileRequest& a, const service::ProfileRequest& b) {
  const auto board = [](const service::ProfileRequest& request) { return request.board ? request.board->name : ""; };
  return a.target == b.target && a.kernels == b.kernels && board(a) == board(b) && a.planner == b.planner &&
         a.tflm == b.tflm && a.arenaBytes == b.arenaBytes && a.guard == b.guard && a.quantize == b.quantize;
}

} // namespace

// Where a model cannot be loaded any more, what was known of it holds no longer.
void MainWindow::runFailed() {
  if (last_.report != nullptr)
    goBackToLast();
  else if (shown_.report != nullptr && !sameSettings(shown_.request, running_.request))
    goBackToShown();
  else
    showNothing({});
}

void MainWindow::runCancelled() {
  if (last_.report != nullptr)
    goBackToLast();
  else if (shown_.report != nullptr)
    goBackToShown();
  else
    showNothing({});
}

// The model that was on screen when another one was opened.
void MainWindow::goBackToLast() {
  shown_ = std::exchange(last_, {});
  watch_.watch(fileOf(shown_.path), shown_.file);
  selection_.clear();
  goBackToShown();
}

// After a run that gave nothing: title, toolbar and what is run next are again those of what is on screen.
void MainWindow::goBackToShown() {
  path_ = shown_.path;
  overrides_ = shown_.overrides;
  showToolBar();
  showTitle();
  settings_.stay(settingsShown());
  updateSteps();
  pages_->setReport(shown_.report, !shown_.finished, false);
  shown_.finished ? pages_->setFinished(shown_.report) : pages_->setCancelled();
  emit pages_->overridesChosen(overrides_);
  allowExports();
}

// What the report on screen was made with.
void MainWindow::showToolBar() {
  const report::Report& report = *shown_.report;
  if (report.firmware)
    choice_->showImage(QString::fromStdString(report.target));
  else
    choice_->choose(QString::fromStdString(report.target), QString::fromStdString(report.kernels),
                    report.board ? QString::fromStdString(report.board->name) : QString());
  bar_->showChoice();
}

ShownSettings MainWindow::settingsShown() const {
  return {.target = QString::fromStdString(shown_.report->target),
          .kernels = QString::fromStdString(shown_.report->kernels),
          .board = shown_.report->board ? QString::fromStdString(shown_.report->board->name) : QString(),
          .overrides = shown_.overrides};
}

void MainWindow::stepSettings(const std::optional<ShownSettings>& settings) {
  if (!settings) return;
  choice_->choose(settings->target, settings->kernels, settings->board);
  overrides_ = settings->overrides;
  run();
}

void MainWindow::updateSteps() {
  undo_->setEnabled(shown_.report != nullptr && settings_.canUndo());
  redo_->setEnabled(shown_.report != nullptr && settings_.canRedo());
}

void MainWindow::showTitle() {
  setWindowTitle(tr("%1 - ArenaScope").arg(QFileInfo(path_).fileName()));
  bar_->setModel(QFileInfo(path_).fileName());
  bar_->showChoice();
}

void MainWindow::showReport(const ReportPointer& report) {
  const bool otherModel = shown_.report == nullptr || shown_.report->model.sha256 != report->model.sha256;
  shown_ = running_;
  shown_.report = report;
  last_ = {};
  if (otherModel || !selection_.fits(*report)) selection_.clear();
  if (otherModel) {
    rememberModel(path_);
    if (QApplication::focusWidget() == nullptr || bar_->isAncestorOf(QApplication::focusWidget()))
      pages_->find(QStringLiteral("inference"))->widget->setFocus();
    settings_.clear();
  }
  if (report->firmware) showToolBar();
  settings_.show(settingsShown());
  updateSteps();
  pages_->setReport(report, job_.running(), otherModel);
  showCounts();
  emit pages_->overridesChosen(overrides_);
  allowExports();
}

// Nothing is on screen, or what is run instead of it is not known yet.
bool MainWindow::isStale() const { return shown_.report == nullptr || (job_.running() && shown_.run != running_.run); }

void MainWindow::allowExports() {
  const ReportPointer& report = shown_.report;
  const bool stale = isStale();
  exportAny_->setEnabled(!stale);
  bar_->setReady(!stale);
  exportTensors_->setEnabled(!stale && report->invoked);
  for (QAction* action : exports_->actions()) {
    if (!action->data().isValid()) continue;
    const ExportKind& kind = exportKinds()[static_cast<std::size_t>(action->data().toInt())];
    action->setEnabled(!stale && (!kind.needsArena || report->arena.has_value()));
  }
  const QString why = report == nullptr ? QString() : whyNotWatched(shown_.request);
  watchAccesses_->setEnabled(why.isEmpty());
  watchAccesses_->setToolTip(why.isEmpty() ? watchHelp() : why);
}

void MainWindow::showFinished(const ReportPointer& report) {
  showReport(report);
  shown_.finished = true;
  pages_->setFinished(report);
  rememberReport(path_, report);
  showMessage(report->error ? QString::fromStdString(report->error->message) : pages_->notes().problem());
  setBusy(false);
  showChange();
}

void MainWindow::fileChanged() {
  if (shown_.report != nullptr) before_ = shown_.report;
  run();
}

void MainWindow::showChange() {
  const ReportPointer before = std::exchange(before_, nullptr);
  if (before == nullptr || !before->arena || !shown_.report->arena ||
      before->model.sha256 == shown_.report->model.sha256)
    return;
  const auto text = [](const QString& name, std::optional<std::uint64_t> was, std::optional<std::uint64_t> is) {
    const std::string difference = report::differenceText(was, is);
    return tr("%1 %2").arg(name, difference.empty() ? tr("the same") : QString::fromStdString(difference));
  };
  const auto cycles = [](const ReportPointer& report) {
    return report->cost ? std::optional(report->cost->total.cycles) : std::nullopt;
  };
  QStringList parts = {text(tr("kTensorArenaSize"), before->arena->recommended, shown_.report->arena->recommended)};
  if (shown_.report->cost && before->cost) parts << text(tr("cycles"), cycles(before), cycles(shown_.report));
  constexpr int kLong = 60'000; // milliseconds
  work_->show(tr("The file has changed and was run again: %1").arg(parts.join(QStringLiteral(", "))), kLong);
}

QString MainWindow::notice() const { return work_->text(); }

QString MainWindow::message() const { return banner_->isHidden() ? QString() : banner_->text(); }

namespace {

// What the command line does with an option, the window does in its menu, and digits are grouped.
QString inWindow(QString text) {
  static const QRegularExpression kLimit(QStringLiteral("--limit [\\w-]+=N changes it"));
  static const QRegularExpression kNumber(
      QStringLiteral("(?<=the limit is )\\d{4,}|\\b\\d{4,}(?= (bytes|tensors|operators|dimensions)\\b)"));
  text.replace(kLimit, MainWindow::tr("File, Limits changes it"));
  for (QRegularExpressionMatch match = kNumber.match(text); match.hasMatch(); match = kNumber.match(text))
    text.replace(match.capturedStart(), match.capturedLength(), groupedText(match.captured().toULongLong()));
  return text;
}

} // namespace

void MainWindow::showMessage(const QString& text) {
  banner_->setText(inWindow(text));
  banner_->setVisible(!text.isEmpty());
}

QStringList MainWindow::pageNames() const {
  QStringList names;
  for (const Page& page : pages_->all()) names << QLatin1String(page.name);
  return names;
}

void MainWindow::showPage(const QString& name) {
  const Page* page = pages_->find(name);
  if (page == nullptr) return;
  if (page->place != PagePlace::kSheet) sheet_->hide();
  switch (page->place) {
  case PagePlace::kView: canvas_->show(page->widget); break;
  case PagePlace::kDrawer:
    canvas_->leaveVersions();
    drawer_->show(name);
    break;
  case PagePlace::kVersionsDrawer:
    canvas_->show(View::kVersions);
    versionsDrawer_->show(name);
    break;
  case PagePlace::kSheet: return sheet_->open(page->widget, page->title);
  case PagePlace::kAnswer: break;
  }
}

void MainWindow::chooseExport(const ExportKind& kind) {
  const QString suggested = besideModel(*shown_.report, QStringLiteral(".%1").arg(QLatin1String(kind.suffix)));
  const QString path = QFileDialog::getSaveFileName(this, tr("Export: %1").arg(tr(kind.name)), suggested);
  if (!path.isEmpty() && exportTo(kind, path)) sheet_->hide(); // what was written is said behind it
}

const Page& MainWindow::frontPage() const { return *pages_->find(canvas_->page()); }

PictureChoice MainWindow::pictureNow() const {
  const Page& page = frontPage();
  return {.paint = page.painter ? page.painter() : PaintPicture(),
          .pictured = page.pictured ? page.pictured() : shown_.report,
          .options = pages_->inferenceOptions(),
          .advice = pages_->advice(),
          .notes = pages_->notes().notes()};
}

void MainWindow::showExports() {
  if (shown_.report == nullptr) return;
  auto* dialog = new ExportDialog(shown_.report, pictureNow(), this);
  connect(pages_, &Pages::runStarted, dialog, &QDialog::reject); // it shows what is on screen
  connect(dialog, &ExportDialog::wanted, this, &MainWindow::chooseExport);
  connect(dialog, &QDialog::finished, sheet_, &QWidget::hide);
  connect(sheet_, &Sheet::closed, dialog, &QObject::deleteLater);
  sheet_->open(dialog, tr("Export"));
}

bool MainWindow::exportTo(const ExportKind& kind, const QString& path) {
  if (isStale()) return false;
  if (isModelOf(path.toStdString(), *shown_.report)) {
    showMessage(modelStays(path));
    return false;
  }
  if (kind.esphome) {
    service::ProfileRequest request = shown_.request;
    if (shown_.report->firmware) request.model = shown_.report->model.path; // the one of several that is on screen
    manifestJob_.start(request, path.toStdString());
    showWork();
    return true;
  }
  const Result<std::string> contents = exportContents(shown_.report, pictureNow(), kind);
  if (contents) return writeExport(path, *contents);
  showMessage(QString::fromStdString(contents.error().message));
  return false;
}

bool MainWindow::writeExport(const QString& path, const std::string& contents) {
  if (const auto failed = writeFile(path.toStdString(), contents)) {
    showMessage(QString::fromStdString(failed->message));
    return false;
  }
  work_->show(tr("Written: %1").arg(path));
  return true;
}

// Of what is on screen, whatever is chosen or opened meanwhile.
void MainWindow::exportTensors(const QString& folder) {
  if (isStale() || !shown_.report->invoked) return;
  tensorsFolder_ = folder;
  tensorsOf_ = shown_.report;
  service::ProfileRequest request = shown_.request;
  request.keepOutputs = true;
  tensorsJob_.start(request);
}

void MainWindow::writeTensors(const ReportPointer& report) {
  showWork();
  const bool same = report->model.sha256 == tensorsOf_->model.sha256;
  const auto failed =
      report->error ? report->error
      : same        ? output::writeTensors(tensorsFolder_.toStdString(), *report)
                    : Error{Stage::kExport, report->model.path + ": the file has changed, no tensors were written"};
  if (failed)
    showMessage(QString::fromStdString(failed->message));
  else
    work_->show(tr("Written to %1").arg(tensorsFolder_));
  emit tensorsExported();
}

} // namespace arenascope::ui
