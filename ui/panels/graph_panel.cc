#include "ui/panels/graph_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace arenascope::ui {

GraphPanel::GraphPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), view_(new GraphView(selection)), bar_(new QWidget), subgraph_(new QComboBox) {
  subgraph_->setAccessibleName(tr("Subgraph"));
  subgraph_->setObjectName(QStringLiteral("subgraph"));
  auto* row = new QHBoxLayout(bar_);
  row->setContentsMargins(8, 4, 8, 0);
  row->addWidget(new QLabel(tr("Subgraph")));
  row->addWidget(subgraph_);
  row->addStretch(1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(bar_);
  layout->addWidget(view_, 1);
  connect(subgraph_, &QComboBox::currentIndexChanged, this,
          [this](int index) { view_->setSubgraph(std::max(0, index)); });
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
  bar_->setVisible(count > 1);
}

} // namespace arenascope::ui
