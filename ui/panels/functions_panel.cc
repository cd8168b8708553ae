#include "ui/panels/functions_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/charts/treemaps.h"
#include "ui/views/treemap_view.h"

namespace arenascope::ui {

FunctionsPanel::FunctionsPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), view_(new TreemapView(selection, tr("Cycles by operator and function"))),
      tools_(new QWidget(this)) {
  auto* shape = new QComboBox;
  shape->setObjectName(QStringLiteral("functionShape"));
  shape->setAccessibleName(tr("Shape of the chart"));
  shape->addItem(tr("Largest first, as squares"));
  shape->addItem(tr("In order of execution, as a flame"));
  shape->setToolTip(
      tr("Squares show what is largest; a flame has the operators from left to right as they run, each as "
         "wide as its cycles, and its functions below it"));
  connect(shape, &QComboBox::currentIndexChanged, view_, [this](int index) { view_->setFlame(index == 1); });
  auto* bar = new QHBoxLayout(tools_);
  bar->setContentsMargins(0, 0, 0, 0);
  auto* label = new QLabel(tr("Cycles"));
  label->setBuddy(shape);
  bar->addStretch(1);
  bar->addWidget(label);
  bar->addWidget(shape);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 8);
  setFocusProxy(view_);
  column->addWidget(view_, 1);
  setReport(nullptr);
}

void FunctionsPanel::setReport(const ReportPointer& report) {
  report_ = report;
  view_->setContent(report, report == nullptr ? Treemap{} : functionTreemap(*report),
                    report == nullptr ? tr("Open a model to see where its cycles go.") : tr("The model is running..."));
}

void FunctionsPanel::setWaiting(const QString& why) {
  if (report_ == nullptr || !report_->cost) view_->setContent(report_, Treemap{}, why);
}

void FunctionsPanel::setFinished(const ReportPointer& report) {
  report_ = report;
  if (report != nullptr)
    view_->setContent(report, functionTreemap(*report),
                      tr("Cycles are known after an inference on a Cortex-M target."));
}

} // namespace arenascope::ui
