// The part of MainWindow that opens models, by a dialog, a drop or the last session, and keeps what is open for the
// next.
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QScopedValueRollback>
#include <QSettings>

#include "ui/jobs/recent_models.h"
#include "ui/panels/model_files.h"
#include "ui/panels/target_choice.h"
#include "ui/window/array_choice.h"
#include "ui/window/drawer.h"
#include "ui/window/main_window.h"
#include "ui/window/settings_keys.h"

namespace arenascope::ui {

namespace {

bool quitting = false; // all windows are closed, and what was open in them is written already

QStringList droppedFiles(const QMimeData* data) {
  QStringList files;
  for (const QUrl& url : data->urls())
    if (url.isLocalFile()) files << url.toLocalFile();
  return files;
}

// A chart that is dragged out of a window of this program is no file to open.
bool brings(const QDropEvent* event) {
  return event->source() == nullptr && !droppedFiles(event->mimeData()).isEmpty();
}

} // namespace

void MainWindow::openModel(const QString& path) {
  const QString chosen = chooseArray(this, path);
  if (chosen.isEmpty()) return;
  before_ = nullptr;
  // What was tried with one model ends with it.
  if (chosen != path_) {
    overrides_ = {};
    if (shown_.report != nullptr) last_ = shown_;
    showNothing(tr("Running %1...").arg(QFileInfo(chosen).fileName()));
    choice_->leaveImage();
    emit pages_->modelOpened();
  }
  path_ = chosen;
  run();
}

void MainWindow::openModels(const QStringList& paths) {
  if (paths.isEmpty()) return;
  openModel(paths.first());
  if (paths.size() > 1) compareWith(paths.mid(1));
}

void MainWindow::compareWith(const QStringList& paths) {
  emit pages_->comparisonWanted(paths);
  showPage(QStringLiteral("versions"));
}

void MainWindow::restoreSession() {
  const QSettings settings;
  const QString target = settings.value(kTargetKey).toString();
  const QString kernels = settings.value(kKernelsKey).toString();
  choice_->choose(target, kernels, {});
  if (const QString board = settings.value(kBoardKey).toString(); !board.isEmpty())
    choice_->choose(target, settings.value(kBoardKernelsKey, kernels).toString(), board);
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
  window->choice_->restore(choice_->state());
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

void MainWindow::chooseModel() {
  openModels(QFileDialog::getOpenFileNames(this, tr("Open a model, or several to compare"),
                                           QFileInfo(path_).absolutePath(), modelFilter()));
}

void MainWindow::quit() {
  QSettings().setValue(kOpenModelsKey, openModelPaths());
  const QScopedValueRollback all(quitting, true);
  QApplication::closeAllWindows();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) { dragMoveEvent(event); }

void MainWindow::dragMoveEvent(QDragMoveEvent* event) {
  if (!brings(event)) return;
  event->acceptProposedAction();
  showDropArea(true, inCompareHalf(event->position()));
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* /*event*/) { showDropArea(false, false); }

bool MainWindow::inCompareHalf(const QPointF& position) const {
  return shown_.report != nullptr && canvas_->mapFrom(this, position.toPoint()).x() > canvas_->width() / 2;
}

void MainWindow::dropEvent(QDropEvent* event) {
  showDropArea(false, false);
  const QStringList files = droppedFiles(event->mimeData());
  if (files.isEmpty()) return;
  event->acceptProposedAction();
  if (inCompareHalf(event->position()))
    compareWith(files);
  else
    openModels(files);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  QSettings settings;
  settings.setValue(kGeometryKey, saveGeometry());
  settings.setValue(kDrawerKey, drawer_->isOpen());
  if (!quitting) {
    QStringList others = openModelPaths();
    if (!path_.isEmpty() && others.size() > 1) others.removeOne(QFileInfo(path_).absoluteFilePath());
    settings.setValue(kOpenModelsKey, others);
  }
  const auto [now, beforeBoard] = choice_->state();
  settings.setValue(kTargetKey, beforeBoard.value_or(now).target);
  settings.setValue(kKernelsKey, beforeBoard.value_or(now).kernels);
  settings.setValue(kBoardKey, now.board);
  settings.setValue(kBoardKernelsKey, now.kernels);
  QMainWindow::closeEvent(event);
}

} // namespace arenascope::ui
