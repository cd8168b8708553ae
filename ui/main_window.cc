#include "ui/main_window.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QSettings>
#include <QStatusBar>

#include "ui/allocation_view.h"
#include "ui/boards_panel.h"
#include "ui/compare_panel.h"
#include "ui/function_map.h"
#include "ui/inference_view.h"
#include "ui/operator_table.h"
#include "ui/resolver_panel.h"
#include "ui/summary_panel.h"

namespace arenascope::ui {

namespace {

const QString kGeometryKey = QStringLiteral("window/geometry");
const QString kModelFilter = QStringLiteral("Models (*.tflite *.c *.cc *.cpp *.h);;All files (*)");

QString droppedFile(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

} // namespace

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent) {
  setWindowTitle(tr("ArenaScope"));
  setAcceptDrops(true);
  buildCentre();
  buildToolBar();
  buildMenus();
  connectJob();
  resize(1280, 860);
  restoreGeometry(QSettings().value(kGeometryKey).toByteArray());
  setBusy(false);
  fillBoards();
}

MainWindow::~MainWindow() = default;

void MainWindow::connectJob() {
  connect(&job_, &ProfileJob::started, this, [this] { setBusy(true); });
  connect(&job_, &ProfileJob::allocationReady, this, [this](const ReportPointer& report) { showReport(report); });
  connect(&job_, &ProfileJob::progress, this, [this](const QString& step, double fraction) {
    progress_->setRange(0, fraction < 0 ? 0 : 100);
    progress_->setValue(static_cast<int>(fraction * 100));
    statusBar()->showMessage(step);
  });
  connect(&job_, &ProfileJob::finished, this, [this](const ReportPointer& report) {
    showReport(report);
    compare_->setReport(report);
    allBoards_->setReport(report);
    showMessage(report->error ? QString::fromStdString(report->error->message) : QString());
    setBusy(false);
  });
  connect(&job_, &ProfileJob::failed, this, [this](const QString& message) {
    showMessage(message);
    setBusy(false);
  });
  connect(&job_, &ProfileJob::cancelled, this, [this] {
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
  path_ = path;
  run();
}

void MainWindow::run() {
  if (path_.isEmpty()) return;
  showMessage({});
  setWindowTitle(tr("%1 - ArenaScope").arg(QFileInfo(path_).fileName()));
  session::ProfileRequest request;
  request.model = path_.toStdString();
  request.target = target_->currentText().toStdString();
  request.kernels = kernels_->currentText().toStdString();
  request.cache = session::userCache();
  if (board_->currentIndex() > 0) request.board = boards_[static_cast<std::size_t>(board_->currentIndex() - 1)];
  job_.start(request);
}

void MainWindow::showReport(const ReportPointer& report) {
  const bool otherModel = report_ == nullptr || report_->model.sha256 != report->model.sha256;
  report_ = report;
  if (otherModel) {
    selection_.clear();
    rememberFile(path_);
  }
  summary_->setReport(report);
  inference_->setReport(report);
  allocation_->setReport(report);
  operators_->setReport(report);
  resolver_->setReport(report);
  functions_->setReport(report);
  for (QAction* action : exports_->actions()) {
    const ExportKind& kind = kExportKinds[action->data().toInt()];
    action->setEnabled(!kind.needsArena || report->arena.has_value());
  }
}

QString MainWindow::message() const { return banner_->isHidden() ? QString() : banner_->text(); }

void MainWindow::showMessage(const QString& text) {
  banner_->setText(text);
  banner_->setVisible(!text.isEmpty());
}

void MainWindow::showPlannedBuffers() {
  constexpr double kRoomAbove = 1.12; // for the label of the peak
  if (report_ == nullptr || !report_->arena) return;
  lenses_->setCurrentWidget(inference_);
  inference_->showBytes({0.0, static_cast<double>(report_->arena->head) * kRoomAbove});
}

void MainWindow::chooseModel() {
  const QString path =
      QFileDialog::getOpenFileName(this, tr("Open a model"), QFileInfo(path_).absolutePath(), kModelFilter);
  if (!path.isEmpty()) openModel(path);
}

void MainWindow::chooseExport(const ExportKind& kind) {
  const QString suggested =
      QStringLiteral("%1.%2").arg(QFileInfo(path_).completeBaseName(), QLatin1String(kind.suffix));
  const QString path = QFileDialog::getSaveFileName(this, tr("Export: %1").arg(tr(kind.name)), suggested);
  if (!path.isEmpty()) exportTo(kind.format, path);
}

bool MainWindow::exportTo(ExportFormat format, const QString& path) {
  if (report_ == nullptr) return false;
  const LensView& view =
      lenses_->currentWidget() == allocation_ ? static_cast<const LensView&>(*allocation_) : *inference_;
  if (const auto failed = exportReport(*report_, view, format, path)) {
    showMessage(QString::fromStdString(failed->message));
    return false;
  }
  statusBar()->showMessage(tr("Written: %1").arg(path), 5000);
  return true;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString path = droppedFile(event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  openModel(path);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  QSettings().setValue(kGeometryKey, saveGeometry());
  QMainWindow::closeEvent(event);
}

} // namespace arenascope::ui
