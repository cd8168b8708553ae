// The part of AnswerColumn that says where the model fits, and how fast it is there.
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/base/number_text.h"
#include "core/report/board_fit.h"
#include "core/report/placement_fit.h"
#include "core/report/text/report_text.h"
#include "ui/answer/answer_column.h"
#include "ui/answer/fit_pips.h"
#include "ui/charts/arena_frame.h"
#include "ui/views/board_bars.h"

namespace arenascope::ui {

void AnswerColumn::buildFit() {
  QVBoxLayout* section = addSection(tr("Does it fit?"), &fitState_);
  fitSection_ = section->parentWidget();
  time_->setObjectName(QStringLiteral("boardTime"));
  smallest_->setObjectName(QStringLiteral("smallestBoard"));
  smallest_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  connect(smallest_, &QLabel::linkActivated, this, &AnswerColumn::boardWanted);
  section->addWidget(pips_);
  section->addWidget(smallest_);
  section->addWidget(time_);
  section->addWidget(boardBars_);
}

void AnswerColumn::showBoard() {
  const auto fit = report_ != nullptr && report_->board ? report::fitOn(*report_->board, *report_) : std::nullopt;
  const auto budget = fit ? report::budgetToFit(*report_) : std::nullopt;
  shrink_->setVisible(budget.has_value());
  if (budget)
    shrink_->setToolTip(tr("Find an equivalent model whose arena fits %1: %2 bytes or less")
                            .arg(QString::fromStdString(report_->board->name), groupedText(*budget)));
  const auto placed = report_ != nullptr ? report::placementFit(*report_) : std::nullopt;
  const bool fitsPlaced = !placed || placed->fits();
  misfit_->setVisible(fit && (!fit->fits() || !fitsPlaced));
  time_->setVisible(fit && fit->fits()); // no time where the model cannot be loaded
  boardBars_->setVisible(fit.has_value());
  time_->clear();
  misfit_->clear();
  fitSection_->setVisible(fit || !fitState_->text().isEmpty());
  if (!fit) return;
  if (!fit->fits())
    misfit_->setText(
        tr("Does not fit %1: %2")
            .arg(QString::fromStdString(report_->board->title), QString::fromStdString(describeMisfit(*fit))));
  else if (!fitsPlaced)
    misfit_->setText(tr("The placement does not fit: %1").arg(QString::fromStdString(placed->misfit)));
  time_->setText(fit->milliseconds ? tr("%1 ms, %2 frames/s")
                                         .arg(QString::fromStdString(threeDigits(*fit->milliseconds)),
                                              QString::fromStdString(threeDigits(fit->framesPerSecond())))
                                   : QString());
  boardBars_->setBars(memoryBars(*report_->board, *report_));
}

void AnswerColumn::setBoards(const std::vector<BoardRow>& rows) {
  std::size_t fitting = 0;
  const BoardRow* smallest = nullptr;
  for (const BoardRow& row : rows) {
    if (!row.fit || !row.fit->fits()) continue;
    ++fitting;
    if (smallest == nullptr || row.fit->arenaCapacity < smallest->fit->arenaCapacity) smallest = &row;
  }
  pips_->setFits(fitting, rows.size());
  pips_->setVisible(!rows.empty());
  fitState_->setText(rows.empty() ? QString() : tr("%1 of %2 boards").arg(fitting).arg(rows.size()));
  QString text;
  if (smallest != nullptr) {
    text = tr("Smallest that holds it: <a href=\"%1\" style=\"text-decoration: none\">%2</a>")
               .arg(QString::fromStdString(smallest->board.name),
                    QString::fromStdString(smallest->board.title).section(QStringLiteral(" ("), 0, 0));
    smallest_->setToolTip(QString::fromStdString(smallest->board.title));
    if (smallest->fit->milliseconds)
      text += tr(", %1 ms").arg(QString::fromStdString(threeDigits(*smallest->fit->milliseconds)));
  }
  smallest_->setText(text);
  smallest_->setVisible(!text.isEmpty());
  fitSection_->setVisible(!rows.empty() || !boardBars_->isHidden());
}

} // namespace arenascope::ui
