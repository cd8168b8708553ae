// The part of MainWindow that knows what its tour points at.
#include <QLabel>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>

#include "core/report/buffer_info.h"
#include "ui/charts/arena_frame.h"
#include "ui/views/inference_view.h"
#include "ui/window/main_window.h"
#include "ui/window/settings_keys.h"
#include "ui/window/tour.h"

namespace arenascope::ui {

void MainWindow::startTour() {
  if (shown_.report == nullptr || !shown_.report->arena) {
    statusBar()->showMessage(tr("The tour points at a model's picture: open one first"), 5000);
    return;
  }
  tourOffered_ = false;
  QSettings().setValue(kTourKey, true);
  showPage(QStringLiteral("summary"));
  showPage(QStringLiteral("inference"));
  auto* view = findChild<InferenceView*>();
  view->resetZoom();
  const auto areaOf = [this](const QWidget* widget) { return QRect(widget->mapTo(this, QPoint()), widget->size()); };
  const auto partOf = [this](const QWidget* widget, const QRect& part) {
    return QRect(widget->mapTo(this, part.topLeft()), part.size());
  };
  const auto* number = findChild<QLabel*>(QStringLiteral("arenaSize"));
  const auto* advice = findChild<QLabel*>(QStringLiteral("summaryAdvice"));
  const int peak = shown_.report->peakOperator();
  const QString size = groupedText(shown_.report->arena->recommended);
  new Tour(
      {{tr("The answer"),
        tr("This model needs a tensor arena of %1 bytes. It was run: 16 bytes less fail. Copy puts the line for your "
           "firmware "
           "on the clipboard.")
            .arg(size),
        [=] { return areaOf(number); }},
       {tr("Why it is so large"),
        tr("Operators run from left to right, and each box is a buffer: as wide as it is needed, as high as it is "
           "large. "
           "%1 Click a box to see what shares its bytes.")
            .arg(peak < 0 ? QString()
                          : tr("Most is in use at operator %1, the dashed column.")
                                .arg(operatorTitle(shown_.report->operators[static_cast<std::size_t>(peak)]))),
        [=] { return peak < 0 ? areaOf(view) : partOf(view, view->areaOf({.op = peak})); }},
       {tr("What to do about it"),
        tr("What would make the arena smaller is looked for while you read this, each with its exact gain: a click "
           "shows "
           "before and after. Tables for memory, time, boards and error messages are below the picture; Ctrl+K finds "
           "everything."),
        [=] { return areaOf(advice); }}},
      this);
}

} // namespace arenascope::ui
