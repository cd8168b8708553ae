#include "ui/panels/weights_panel.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/charts/arena_frame.h"
#include "ui/charts/treemaps.h"
#include "ui/views/board_bars.h"
#include "ui/views/treemap_view.h"

namespace arenascope::ui {

WeightsPanel::WeightsPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), view_(new TreemapView(selection, tr("Weights by operator"))), caption_(new QLabel),
      bars_(new BoardBars) {
  caption_->setWordWrap(true);
  caption_->setObjectName(QStringLiteral("weightsCaption"));
  auto* top = new QVBoxLayout;
  top->setContentsMargins(8, 4, 8, 0);
  top->addWidget(caption_);
  top->addWidget(bars_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addLayout(top);
  layout->addWidget(view_, 1);
  setReport(nullptr);
}

void WeightsPanel::setReport(const ReportPointer& report) {
  view_->setContent(report, report == nullptr ? Treemap{} : weightTreemap(*report),
                    report == nullptr ? tr("Open a model to see where its weights are.")
                                      : tr("The model has no weights."));
  caption_->setVisible(report != nullptr);
  bars_->setVisible(report != nullptr);
  if (report == nullptr) return;
  caption_->setText(tr("Weights: %1, in flash with the model. Operators read them there, and none of them is in the "
                       "arena. By operator:")
                        .arg(countedText(report->model.weightBytes)));
  // With a board the same figures as where it says what fits.
  const std::vector<MemoryBar> onBoard = report->board ? memoryBars(*report->board, *report) : std::vector<MemoryBar>();
  bars_->setBars({onBoard.empty() ? flashBar(*report) : onBoard.back()});
}

} // namespace arenascope::ui
