#include "ui/answer/figure_list.h"

#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "core/report/board_fit.h"
#include "core/report/buffer_info.h"
#include "core/report/text/report_text.h"
#include "core/report/text/terms.h"
#include "ui/charts/arena_frame.h"
#include "ui/style/type.h"

namespace arenascope::ui {

using report::Report;

namespace {

QLabel* textLabel(const char* role, bool wrap) {
  auto* label = new QLabel;
  label->setProperty("role", QLatin1String(role));
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(wrap);
  return label;
}

} // namespace

FigureList::FigureList(QWidget* parent)
    : QWidget(parent), rows_(new QFormLayout), explanation_(textLabel("small", true)),
      accuracy_(textLabel("small", true)) {
  setObjectName(QStringLiteral("figures"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, scaled(8), 0, 0);
  rows_->setLabelAlignment(Qt::AlignLeft);
  rows_->setRowWrapPolicy(QFormLayout::WrapLongRows); // nothing is cut off
  rows_->setFormAlignment(Qt::AlignLeft | Qt::AlignTop);
  column->addLayout(rows_);
  column->addWidget(explanation_);
  column->addWidget(accuracy_);
  using enum report::FigureId;
  minimum_ = addRow(kMinimum);
  used_ = addRow(kUsed);
  head_ = addRow(kHead);
  tail_ = addRow(kTail);
  temp_ = addRow(kTemporary);
  stack_ = addRow(kStack);
  weights_ = addRow(kWeights);
  cycles_ = addRow(kCycles);
  instructions_ = addRow(kInstructions);
  overhead_ = addRow(kInterpreter);
}

QLabel* FigureList::addRow(report::FigureId id) {
  const QString name = tr(report::figureKind(id).name);
  const QString help = tr(report::figureKind(id).help);
  QLabel* value = textLabel("figure", false);
  value->setToolTip(help);
  value->setAccessibleName(name);
  QLabel* label = textLabel("small", false);
  label->setText(name);
  label->setToolTip(help);
  rows_->addRow(label, value);
  return value;
}

void FigureList::setReport(const ReportPointer& report) {
  for (QLabel* label : {minimum_, used_, head_, tail_, temp_, stack_, weights_, cycles_, instructions_, overhead_})
    label->setText(QStringLiteral("\u2013"));
  for (QLabel* label : {explanation_, accuracy_}) label->clear();
  if (report == nullptr) return;
  if (report->stack) stack_->setText(countedText(report->stack->most()));
  weights_->setText(tr("%1 in flash").arg(countedText(report->model.weightBytes)));
  if (report->arena) {
    showArena(*report);
    showExplanation(*report);
    accuracy_->setText(QString::fromStdString(describeInterpreter(*report)));
  }
  if (report->cost) showCost(*report);
}

void FigureList::showArena(const Report& report) {
  const report::ArenaFigures& arena = *report.arena;
  minimum_->setText(arena.minimumProven ? tr("%1 bytes, proven").arg(groupedText(arena.minimum))
                                        : countedText(arena.minimum));
  minimum_->setToolTip(QString::fromStdString(explainTerm(report, report::Term::kArenaSize) + " The minimum is " +
                                              describeProof(report) + "."));
  used_->setText(countedText(arena.used));
  head_->setText(countedText(arena.head));
  tail_->setText(countedText(arena.tail));
  temp_->setText(countedText(arena.tempPeak));
  // Every term explains itself, with this model's figures.
  using report::Term;
  const auto explain = [&](QWidget* where, Term term) {
    where->setToolTip(QString::fromStdString(explainTerm(report, term)));
  };
  for (const auto& [value, term] : {std::pair(used_, Term::kUsed), std::pair(head_, Term::kHead),
                                    std::pair(tail_, Term::kTail), std::pair(temp_, Term::kTemporary)}) {
    explain(value, term);
    explain(rows_->labelForField(value), term);
  }
  explain(rows_->labelForField(minimum_), Term::kArenaSize);
}

void FigureList::showExplanation(const Report& report) {
  QString text = QString::fromStdString(report::explainMinimum(report));
  if (const std::string head = describeHead(report); !head.empty())
    text += QStringLiteral("\n\n") + QString::fromStdString(head);
  if (report.resourceVariables > 0) text += tr(" Resource variable slots: %1.").arg(report.resourceVariables);
  if (report.stoppedEarly) text += QLatin1Char(' ') + QString::fromStdString(report::explainEarlyStop(report));
  const std::string advice = adviseToShrink(report); // the button's
  for (const std::string& note : report::notesBesideHazards(report))
    if (note != advice) text += QStringLiteral("\n\n") + QString::fromStdString(note);
  if (const std::string guard = describeGuard(report); !guard.empty())
    text += QStringLiteral("\n\n") + QString::fromStdString(guard);
  explanation_->setText(text);
}

void FigureList::showCost(const Report& report) {
  const report::CostSummary& cost = *report.cost;
  cycles_->setText(groupedText(cost.total.cycles));
  accuracy_->setText(accuracy_->text() + QStringLiteral("\n\n") +
                     QString::fromStdString(report::describeKernels(report)) + QStringLiteral(".\n\n") +
                     QString::fromStdString(report::describeAccuracy(report)));
  instructions_->setText(groupedText(cost.total.instructions));
  overhead_->setText(
      tr("%1 cycles, %2 %").arg(groupedText(cost.interpreter().cycles)).arg(cost.overheadPercent(), 0, 'f', 2));
}

} // namespace arenascope::ui
