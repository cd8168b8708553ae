#include "ui/panels/graph_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/style/icons.h"
#include "ui/style/type.h"

namespace arenascope::ui {

GraphPanel::GraphPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), view_(new GraphView(selection)), subgraphs_(new QWidget), subgraph_(new QComboBox),
      heat_(new QComboBox), tools_(new QWidget(this)) {
  subgraph_->setAccessibleName(tr("Subgraph"));
  subgraph_->setObjectName(QStringLiteral("subgraph"));
  heat_->setAccessibleName(tr("Colour by"));
  heat_->setObjectName(QStringLiteral("graphHeat"));
  heat_->setToolTip(tr("Colour intensity is relative to the largest operator"));
  heat_->addItems({tr("nothing"), tr("cycles"), tr("bytes in use")});
  auto* which = new QHBoxLayout(subgraphs_);
  which->setContentsMargins(0, 0, 0, 0);
  which->addWidget(new QLabel(tr("Subgraph")));
  which->addWidget(subgraph_);
  auto* row = new QHBoxLayout(tools_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(scaled(8));
  row->addStretch(1);
  row->addWidget(subgraphs_);
  row->addWidget(new QLabel(tr("Colour by")));
  row->addWidget(heat_);
  const auto button = [row, this](Glyph glyph, const QString& name, const QString& help, auto action) {
    auto* made = new QToolButton;
    made->setIcon(icon(glyph));
    made->setAccessibleName(name);
    made->setToolTip(help);
    connect(made, &QToolButton::clicked, view_, action);
    row->addWidget(made);
  };
  button(Glyph::kBack, tr("Back"), tr("The zoom before (Backspace); Shift+Backspace does it again"),
         &GraphView::undoZoom);
  button(Glyph::kShowAll, tr("Show all"), tr("The whole graph, or its start (0, or double-click in the chart)"),
         &GraphView::resetZoom);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(view_, 1);
  setFocusProxy(view_);
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
