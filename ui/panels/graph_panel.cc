#include "ui/panels/graph_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace arenascope::ui {

GraphPanel::GraphPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), view_(new GraphView(selection)), subgraphs_(new QWidget), subgraph_(new QComboBox),
      heat_(new QComboBox) {
  subgraph_->setAccessibleName(tr("Subgraph"));
  subgraph_->setObjectName(QStringLiteral("subgraph"));
  heat_->setAccessibleName(tr("Heat map by"));
  heat_->setObjectName(QStringLiteral("graphHeat"));
  heat_->setToolTip(tr("Colour intensity is relative to the largest operator"));
  heat_->addItems({tr("nothing"), tr("cycles"), tr("bytes in use")});
  auto* which = new QHBoxLayout(subgraphs_);
  which->setContentsMargins(0, 0, 0, 0);
  which->addWidget(new QLabel(tr("Subgraph")));
  which->addWidget(subgraph_);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 4, 8, 0);
  row->addWidget(new QLabel(tr("Heat map")));
  row->addWidget(heat_);
  row->addWidget(subgraphs_);
  row->addStretch(1);
  auto* whole = new QToolButton;
  whole->setText(tr("Whole"));
  whole->setToolTip(tr("The whole graph, or its start (0, or double-click in the chart)"));
  connect(whole, &QToolButton::clicked, view_, &GraphView::resetZoom);
  auto* undo = new QToolButton;
  undo->setText(tr("Undo"));
  undo->setToolTip(tr("Undo zoom (Backspace); redo (Shift+Backspace)"));
  connect(undo, &QToolButton::clicked, view_, &GraphView::undoZoom);
  for (QToolButton* button : {whole, undo}) row->addWidget(button);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(view_, 1);
  connect(subgraph_, &QComboBox::currentIndexChanged, this,
          [this](int index) { view_->setSubgraph(std::max(0, index)); });
  connect(heat_, &QComboBox::currentIndexChanged, this,
          [this](int index) { view_->setHeat(static_cast<GraphHeat>(std::max(0, index))); });
  setReport(nullptr);
}

void GraphPanel::setReport(const ReportPointer& report) {
  view_->setReport(report);
  const QSignalBlocker quiet(subgraph_);
  const int chosen = subgraph_->currentIndex();
  subgraph_->clear();
  const std::size_t count = report == nullptr ? 0 : report->model.subgraphs.size();
  for (std::size_t i = 0; i < count; ++i) {
    const QString name = QString::fromStdString(report->model.subgraphs[i].name);
    subgraph_->addItem(name.isEmpty() ? QString::number(i) : QStringLiteral("%1: %2").arg(i).arg(name));
  }
  subgraph_->setCurrentIndex(chosen >= 0 && chosen < subgraph_->count() ? chosen : 0);
  subgraphs_->setVisible(count > 1);
}

} // namespace arenascope::ui
