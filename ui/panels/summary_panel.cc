#include "ui/panels/summary_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/base/number_text.h"
#include "core/output/answers/advice_writer.h"
#include "core/report/board_fit.h"
#include "core/report/buffer_info.h"
#include "core/report/text/report_text.h"
#include "core/report/text/terms.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/theme.h"
#include "ui/panels/model_files.h"
#include "ui/views/board_bars.h"

namespace arenascope::ui {

namespace {

QLabel* makeLabel(bool wrap) {
  auto* label = new QLabel;
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(wrap);
  return label;
}

// A name that may be broken at its separators, so that it does not widen the panel.
QString breakable(QString name) {
  for (const char separator : {'_', '.', '-'})
    name.replace(QLatin1Char(separator), QString(QLatin1Char(separator)) + QChar(0x200B));
  return name;
}

} // namespace

// The answer, with what it was made with and its button.
void SummaryPanel::addNumber(QVBoxLayout* layout, QFont strong) {
  strong.setPointSizeF(font().pointSizeF() * 2.2);
  size_->setFont(strong);
  size_->setObjectName(QStringLiteral("arenaSize"));
  size_->setAccessibleName(tr("Recommended arena size in bytes"));
  layout->addWidget(size_);
  layout->addWidget(unit_);
  layout->addLayout(chips_);
  copy_->setToolTip(tr("Copy the line for your firmware"));
  copy_->setObjectName(QStringLiteral("copySize"));
  connect(copy_, &QPushButton::clicked, this, &SummaryPanel::copySize);
  layout->addWidget(copy_, 0, Qt::AlignLeft);
}

SummaryPanel::SummaryPanel(QWidget* parent)
    : QWidget(parent), model_(makeLabel(true)), ranOn_(makeLabel(true)), misfit_(makeLabel(true)),
      shrink_(new QPushButton), size_(makeLabel(false)), unit_(makeLabel(false)), copy_(new QPushButton(tr("Copy"))),
      chips_(new QHBoxLayout), advice_(makeLabel(true)), explanation_(makeLabel(true)), time_(makeLabel(true)),
      bars_(new BoardBars), accuracy_(makeLabel(true)) {
  auto* layout = new QVBoxLayout(this);
  QFont strong = font();
  strong.setBold(true);
  model_->setFont(strong);
  layout->addWidget(model_);
  layout->addWidget(ranOn_);
  misfit_->setObjectName(QStringLiteral("misfit"));
  misfit_->setFont(strong);
  layout->addWidget(misfit_);
  shrink_->setText(tr("Make it smaller"));
  shrink_->setObjectName(QStringLiteral("makeItFit"));
  connect(shrink_, &QPushButton::clicked, this, [this] { emit smallerWanted(*report::budgetToFit(*report_)); });
  layout->addWidget(shrink_);
  auto* caption = new QLabel(tr("kTensorArenaSize"));
  layout->addWidget(caption);
  addNumber(layout, strong);
  advice_->setObjectName(QStringLiteral("summaryAdvice"));
  advice_->setTextFormat(Qt::RichText);
  advice_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  connect(advice_, &QLabel::linkActivated, this, [this](const QString& link) { emit adviceWanted(link.toInt()); });
  layout->addWidget(advice_);
  layout->addWidget(explanation_);
  QFont large = font();
  large.setBold(true);
  large.setPointSizeF(font().pointSizeF() * 1.3);
  time_->setFont(large);
  time_->setObjectName(QStringLiteral("boardTime"));
  layout->addWidget(time_);
  layout->addWidget(bars_);

  auto* rows = rows_ = new QFormLayout;
  rows->setLabelAlignment(Qt::AlignLeft);
  rows->setRowWrapPolicy(QFormLayout::WrapLongRows); // a narrow panel cuts nothing off
  rows->setFormAlignment(Qt::AlignLeft | Qt::AlignTop);
  layout->addLayout(rows);
  using enum report::FigureId;
  minimum_ = addRow(rows, kMinimum);
  used_ = addRow(rows, kUsed);
  head_ = addRow(rows, kHead);
  tail_ = addRow(rows, kTail);
  temp_ = addRow(rows, kTemporary);
  stack_ = addRow(rows, kStack);
  weights_ = addRow(rows, kWeights);
  cycles_ = addRow(rows, kCycles);
  instructions_ = addRow(rows, kInstructions);
  overhead_ = addRow(rows, kInterpreter);
  layout->addWidget(accuracy_);
  layout->addStretch(1);
  setReport(nullptr);
  setAdvice(nullptr, {});
}

void SummaryPanel::setAdvice(const AdvicePointer& advice, const QString& text) {
  constexpr std::size_t kShown = 3;
  advice_->setVisible(advice != nullptr || !text.isEmpty());
  if (advice == nullptr) return advice_->setText(text.toHtmlEscaped());
  QString lines = QStringLiteral("<b>%1</b>").arg(tr("What would help"));
  if (advice->suggestions.empty()) lines += QStringLiteral("<br>%1").arg(tr("nothing that is known here"));
  for (std::size_t i = 0; i < std::min(kShown, advice->suggestions.size()); ++i) {
    const optimization::Suggestion& suggestion = advice->suggestions[i];
    const std::string gain = output::describeGain(*advice, suggestion);
    lines += QStringLiteral("<br><a href=\"%1\">%2</a>%3")
                 .arg(i)
                 .arg(QString::fromStdString(suggestion.title).toHtmlEscaped(),
                      gain.empty() ? QString() : QStringLiteral(": ") + QString::fromStdString(gain).toHtmlEscaped());
  }
  if (advice->suggestions.size() > kShown)
    lines += QStringLiteral("<br><a href=\"%1\">%2</a>")
                 .arg(kShown)
                 .arg(tr("%1 more").arg(advice->suggestions.size() - kShown));
  advice_->setText(lines);
}

void SummaryPanel::addChip(const QString& text, const QString& name, const RunOverrides& without) {
  auto* chip = new QToolButton;
  chip->setText(tr("%1  \u00D7").arg(text));
  chip->setObjectName(name);
  chip->setToolTip(tr("Chosen in What if, for this model alone. Click to take it back."));
  chip->setAccessibleName(tr("Take back: %1").arg(text));
  connect(chip, &QToolButton::clicked, this, [this, without] { emit overridesChanged(without); });
  chips_->insertWidget(chips_->count() - 1, chip);
}

void SummaryPanel::setOverrides(const RunOverrides& overrides) {
  while (QLayoutItem* item = chips_->takeAt(0)) {
    if (item->widget() != nullptr) item->widget()->deleteLater(); // it may be what was clicked
    delete item;
  }
  chips_->addStretch(1);
  const RunOverrides usual;
  if (overrides.planner != usual.planner)
    addChip(tr("%1 planner").arg(QString::fromLatin1(report::plannerName(overrides.planner))),
            QStringLiteral("plannerChip"),
            {.planner = usual.planner, .arenaBytes = overrides.arenaBytes, .tflm = overrides.tflm});
  if (overrides.arenaBytes != usual.arenaBytes)
    addChip(tr("arena of %1 bytes").arg(groupedText(overrides.arenaBytes)), QStringLiteral("arenaChip"),
            {.planner = overrides.planner, .arenaBytes = usual.arenaBytes, .tflm = overrides.tflm});
  if (overrides.tflm != usual.tflm)
    addChip(tr("TFLM %1").arg(QString::fromStdString(overrides.tflm)), QStringLiteral("tflmChip"),
            {.planner = overrides.planner, .arenaBytes = overrides.arenaBytes, .tflm = usual.tflm});
}

QLabel* SummaryPanel::addRow(QFormLayout* rows, report::FigureId id) {
  const QString name = tr(report::figureKind(id).name);
  const QString help = tr(report::figureKind(id).help);
  QLabel* value = makeLabel(false);
  value->setToolTip(help);
  value->setAccessibleName(name);
  auto* label = new QLabel(name);
  label->setToolTip(help);
  rows->addRow(label, value);
  return value;
}

void SummaryPanel::setReport(const ReportPointer& report) {
  report_ = report;
  const bool known = report != nullptr && report->arena.has_value();
  model_->setText(report == nullptr ? tr("No model")
                                    : breakable(QFileInfo(QString::fromStdString(report->model.path)).fileName()));
  model_->setToolTip(report == nullptr ? QString() : QString::fromStdString(report->model.path));
  ranOn_->setText(report == nullptr ? QString() : QString::fromStdString(describeSettings(*report)));
  copy_->setEnabled(known);
  for (QWidget* answer : std::initializer_list<QWidget*>{size_, unit_, shrink_}) answer->setEnabled(true);
  const QString dash = QStringLiteral("\u2013");
  for (QLabel* label :
       {size_, minimum_, used_, head_, tail_, temp_, stack_, weights_, cycles_, instructions_, overhead_})
    label->setText(dash);
  unit_->clear();
  explanation_->clear();
  accuracy_->clear();
  showBoard();
  if (report != nullptr && report->stack) stack_->setText(tr("%1 bytes").arg(groupedText(report->stack->most())));
  if (report != nullptr) weights_->setText(tr("%1 bytes in flash").arg(groupedText(report->model.weightBytes)));
  if (known) showFigures();
  if (report != nullptr && report->cost) showCost();
}

void SummaryPanel::setStale() {
  for (QWidget* answer : std::initializer_list<QWidget*>{copy_, size_, unit_, shrink_}) answer->setEnabled(false);
}

void SummaryPanel::showFigures() {
  const report::ArenaFigures& arena = *report_->arena;
  const auto bytes = [](std::uint64_t number) { return tr("%1 bytes").arg(groupedText(number)); };
  size_->setText(groupedText(arena.recommended));
  unit_->setText(tr("bytes (%1)").arg(bytesText(static_cast<double>(arena.recommended))));
  minimum_->setText(arena.minimumProven ? tr("%1 bytes, proven").arg(groupedText(arena.minimum))
                                        : bytes(arena.minimum));
  minimum_->setToolTip(QString::fromStdString(explainTerm(*report_, report::Term::kArenaSize) + " The minimum is " +
                                              describeProof(*report_) + "."));
  used_->setText(bytes(arena.used));
  head_->setText(bytes(arena.head));
  tail_->setText(bytes(arena.tail));
  temp_->setText(bytes(arena.tempPeak));
  // Every term explains itself, with this model's figures.
  using report::Term;
  const auto explain = [this](QWidget* where, Term term) {
    where->setToolTip(QString::fromStdString(explainTerm(*report_, term)));
  };
  for (const auto& [value, term] : {std::pair(used_, Term::kUsed), std::pair(head_, Term::kHead),
                                    std::pair(tail_, Term::kTail), std::pair(temp_, Term::kTemporary)}) {
    explain(value, term);
    explain(rows_->labelForField(value), term);
  }
  explain(size_, Term::kArenaSize);
  explain(rows_->labelForField(minimum_), Term::kArenaSize);
  QString explanation = QString::fromStdString(report::explainMinimum(*report_));
  if (const std::string head = describeHead(*report_); !head.empty())
    explanation += QStringLiteral("\n\n") + QString::fromStdString(head);
  if (report_->resourceVariables > 0)
    explanation += tr(" Resource variables for which there is room: %1.").arg(report_->resourceVariables);
  if (report_->stoppedEarly)
    explanation += QLatin1Char(' ') + QString::fromStdString(report::explainEarlyStop(*report_));
  const std::string advice = adviseToShrink(*report_); // the button's
  for (const std::string& note : notesOf(*report_))
    if (note != advice) explanation += QStringLiteral("\n\n") + QString::fromStdString(note);
  if (const std::string guard = describeGuard(*report_); !guard.empty())
    explanation += QStringLiteral("\n\n") + QString::fromStdString(guard);
  explanation_->setText(explanation);
  accuracy_->setText(QString::fromStdString(describeInterpreter(*report_)));
}

void SummaryPanel::showBoard() {
  const auto fit = report_ != nullptr && report_->board ? report::fitOn(*report_->board, *report_) : std::nullopt;
  const auto budget = fit ? report::budgetToFit(*report_) : std::nullopt;
  shrink_->setVisible(budget.has_value());
  if (budget)
    shrink_->setToolTip(
        tr("Looks for versions of the model with the same outputs whose arena fits %1: %2 bytes or less")
            .arg(QString::fromStdString(report_->board->name), groupedText(*budget)));
  misfit_->setVisible(fit && !fit->fits());
  // A time is none where the model cannot be loaded.
  time_->setVisible(fit && fit->fits());
  bars_->setVisible(fit.has_value());
  time_->clear();
  misfit_->clear();
  if (!fit) return;
  if (!fit->fits()) {
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, Theme::from(palette()).peak);
    misfit_->setPalette(colours);
    misfit_->setText(
        tr("Does not fit %1: %2")
            .arg(QString::fromStdString(report_->board->title), QString::fromStdString(describeMisfit(*fit))));
  }
  time_->setText(fit->milliseconds ? tr("%1 ms, %2 frames/s")
                                         .arg(QString::fromStdString(threeDigits(*fit->milliseconds)),
                                              QString::fromStdString(threeDigits(fit->framesPerSecond())))
                                   : QString());
  bars_->setBars(memoryBars(*report_->board, *report_));
}

void SummaryPanel::showCost() {
  const report::CostSummary& cost = *report_->cost;
  cycles_->setText(groupedText(cost.total.cycles));
  accuracy_->setText(accuracy_->text() + QStringLiteral("\n\n") +
                     QString::fromStdString(report::describeKernels(*report_)) + QStringLiteral(".\n\n") +
                     QString::fromStdString(report::describeAccuracy(*report_)));
  instructions_->setText(groupedText(cost.total.instructions));
  overhead_->setText(
      tr("%1 cycles, %2 %").arg(groupedText(cost.interpreter().cycles)).arg(cost.overheadPercent(), 0, 'f', 2));
}

QString SummaryPanel::sizeLine() const {
  if (report_ == nullptr || !report_->arena) return {};
  return arenaSizeLine(report_->arena->recommended);
}

void SummaryPanel::copySize() { QApplication::clipboard()->setText(sizeLine()); }

} // namespace arenascope::ui
