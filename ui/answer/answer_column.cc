#include "ui/answer/answer_column.h"

#include <QApplication>
#include <QClipboard>
#include <QCursor>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/output/answers/advice_writer.h"
#include "core/report/arena_parts.h"
#include "core/report/board_fit.h"
#include "core/report/buffer_info.h"
#include "core/report/hazards.h"
#include "core/report/text/report_text.h"
#include "core/report/text/terms.h"
#include "ui/answer/advice_card.h"
#include "ui/answer/figure_list.h"
#include "ui/answer/fit_pips.h"
#include "ui/answer/parts_bar.h"
#include "ui/answer/past_line.h"
#include "ui/answer/skeleton.h"
#include "ui/charts/arena_frame.h"
#include "ui/panels/model_files.h"
#include "ui/style/icons.h"
#include "ui/style/type.h"
#include "ui/views/board_bars.h"
#include "ui/views/motion.h"

namespace arenascope::ui {

namespace {

constexpr int kSectionGap = 16; // pixels of the design
constexpr int kReasonLine = 19; // the distance of its lines
constexpr int kTickTime = 1000; // milliseconds
constexpr const char* kTargetLink = "target";

QLabel* makeLabel(const char* role, bool wrap = true) {
  auto* label = new QLabel;
  label->setProperty("role", QLatin1String(role));
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(wrap);
  return label;
}

void clear(QLayout* layout) {
  while (QLayoutItem* item = layout->takeAt(0)) {
    if (item->widget() != nullptr) item->widget()->deleteLater();
    if (item->layout() != nullptr) clear(item->layout());
    delete item;
  }
}

} // namespace

AnswerColumn::AnswerColumn(QWidget* parent)
    : QWidget(parent), content_(new QWidget), layout_(new QVBoxLayout(content_)), scroll_(new QScrollArea),
      proof_(makeLabel("good", false)), size_(makeLabel("number", false)), unit_(makeLabel("unit", false)),
      detail_(makeLabel("caption")), past_(new PastLine), hazards_(makeLabel("bad")), misfit_(makeLabel("bad")),
      shrink_(new QPushButton(tr("Make it smaller"))), chips_(new QHBoxLayout), line_(makeLabel("line", false)),
      copy_(new QPushButton(tr("Copy"))), bar_(new PartsBar),
      places_(new Skeleton({1.0, 0.82, 0.74, 0.9, 0.0, 0.5, 0.96, 0.9, 0.4})), nothingOpen_(makeLabel("quiet")),
      reason_(makeLabel("reason")), cardPlace_(new Skeleton({0.7, 1.0, 0.72, 0.94, 0.86})), card_(new AdviceCard),
      more_(makeLabel("small")), nothing_(makeLabel("quiet")), fit_(new QSpinBox), deadline_(new QDoubleSpinBox),
      pips_(new FitPips), smallest_(makeLabel("small")), time_(makeLabel("title")), boardBars_(new BoardBars),
      showFigures_(new QToolButton), figures_(new FigureList), evidence_(makeLabel("evidence")),
      revision_(makeLabel("evidence", false)) {
  setProperty("role", QStringLiteral("surface"));
  setAttribute(Qt::WA_StyledBackground);
  layout_->setSpacing(0);
  buildNumber(layout_);
  buildParts(layout_);
  buildFigures();
  buildReason();
  buildAdvice();
  buildFit();
  layout_->addStretch(1);
  buildFrame();
  difference_.setSingleShot(true);
  connect(&difference_, &QTimer::timeout, this, [this] { unit_->setText(tr("bytes")); });
  connect(&roll_, &QVariantAnimation::valueChanged, this,
          [this](const QVariant& bytes) { size_->setText(groupedText(static_cast<std::uint64_t>(bytes.toDouble()))); });
  setReport(nullptr);
  setAdvice(nullptr, {});
  setBoards({});
}

// A hairline, then a title with a remark at its right.
QVBoxLayout* AnswerColumn::addSection(const QString& title, QLabel** detail, QWidget* corner) {
  auto* section = new QWidget;
  auto* column = new QVBoxLayout(section);
  column->setContentsMargins(0, scaled(kSectionGap), 0, 0);
  column->setSpacing(scaled(8));
  auto* line = new QFrame;
  line->setProperty("role", QStringLiteral("hairline"));
  column->addWidget(line);
  column->addSpacing(scaled(kSectionGap - 8));
  auto* top = new QHBoxLayout;
  auto* label = new QLabel(title);
  label->setFont(textFont(kBodyText, QFont::DemiBold));
  top->addWidget(label);
  top->addStretch(1);
  if (detail != nullptr) {
    *detail = makeLabel("quiet", false);
    top->addWidget(*detail);
  }
  if (corner != nullptr) top->addWidget(corner);
  column->addLayout(top);
  layout_->addWidget(section);
  return column;
}

void AnswerColumn::buildNumber(QVBoxLayout* layout) {
  hazards_->setObjectName(QStringLiteral("hazards"));
  layout->addWidget(hazards_);
  auto* top = new QHBoxLayout;
  auto* caption = makeLabel("caption", false);
  caption->setText(tr("Tensor arena"));
  top->addWidget(caption);
  top->addStretch(1);
  proof_->setObjectName(QStringLiteral("proof"));
  top->addWidget(proof_);
  layout->addLayout(top);
  nothingOpen_->setText(tr("The size of a model's arena stands here, and why it is so large."));
  nothingOpen_->setContentsMargins(0, scaled(8), 0, 0);
  layout->addWidget(nothingOpen_);
  auto* number = new QHBoxLayout;
  number->setSpacing(scaled(8));
  QFont large = textFont(kNumberText, QFont::DemiBold);
  large.setLetterSpacing(QFont::AbsoluteSpacing, -0.045 * scaled(kNumberText));
  size_->setFont(large);
  size_->setObjectName(QStringLiteral("arenaSize"));
  size_->setAccessibleName(tr("Recommended arena size in bytes"));
  unit_->setFont(textFont(kTitleText));
  unit_->setObjectName(QStringLiteral("arenaUnit"));
  // Both on one line of text: a layout aligns their boxes alone.
  unit_->setContentsMargins(0, 0, 0, QFontMetrics(large).descent() - QFontMetrics(unit_->font()).descent());
  number->addWidget(size_, 0, Qt::AlignBottom);
  number->addWidget(unit_, 1, Qt::AlignBottom);
  layout->addLayout(number);
  layout->addWidget(detail_);
  connect(past_, &PastLine::historyWanted, this, &AnswerColumn::historyWanted);
  layout->addWidget(past_, 0, Qt::AlignLeft);
  misfit_->setObjectName(QStringLiteral("misfit"));
  layout->addWidget(misfit_);
  shrink_->setObjectName(QStringLiteral("makeItFit"));
  connect(shrink_, &QPushButton::clicked, this, [this] {
    const std::uint64_t budget = *report::budgetToFit(*report_);
    const QSignalBlocker quiet(fit_);
    fit_->setValue(static_cast<int>(budget / 1024));
    askForTarget(true);
    emit smallerWanted(budget);
  });
  layout->addWidget(shrink_, 0, Qt::AlignLeft);
  chips_->setSpacing(scaled(6));
  layout->addLayout(chips_);
  layout->addSpacing(scaled(12));
  code_ = buildLine();
  layout->addWidget(code_);
  layout->addSpacing(scaled(kSectionGap));
}

QWidget* AnswerColumn::buildLine() {
  auto* code = new QFrame;
  code->setProperty("role", QStringLiteral("code"));
  auto* inCode = new QHBoxLayout(code);
  inCode->setContentsMargins(scaled(10), 0, scaled(4), 0);
  inCode->setSpacing(0);
  line_->setFont(codeFont(kSmallText));
  copy_->setProperty("role", QStringLiteral("link"));
  copy_->setIcon(icon(Glyph::kCopy, QPalette::Link));
  copy_->setIconSize(QSize(scaled(14), scaled(14)));
  copy_->setToolTip(tr("Copy the line for your firmware"));
  copy_->setObjectName(QStringLiteral("copySize"));
  connect(copy_, &QPushButton::clicked, this, [this] { copyText(sizeLine()); });
  inCode->addWidget(line_, 1);
  inCode->addWidget(copy_);
  inCode->addWidget(buildMoreToCopy());
  code->setFixedHeight(scaled(34));
  return code;
}

QWidget* AnswerColumn::buildMoreToCopy() {
  auto* more = new QToolButton;
  more->setObjectName(QStringLiteral("copyMore"));
  more->setIcon(icon(Glyph::kDown));
  more->setAccessibleName(tr("More to copy"));
  more->setToolTip(tr("Copy the array or the number"));
  more->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(more);
  const auto offer = [&](const QString& title, const char* name, QString (AnswerColumn::*text)() const) {
    QAction* action = menu->addAction(title, this, [this, text] { copyText((this->*text)()); });
    action->setObjectName(QLatin1String(name));
  };
  offer(tr("Copy the size"), "copySizeLine", &AnswerColumn::sizeLine);
  offer(tr("Copy size and array"), "copyArray", &AnswerColumn::arrayLines);
  more->setMenu(menu);
  more->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; width: 0; }"));
  return more;
}

void AnswerColumn::buildParts(QVBoxLayout* layout) {
  layout->addWidget(bar_);
  layout->addSpacing(scaled(8));
  parts_ = new QWidget;
  auto* rows = new QVBoxLayout(parts_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  layout->addWidget(parts_);
  layout->addWidget(places_);
}

void AnswerColumn::buildReason() {
  QVBoxLayout* section = addSection(tr("Why it is this large"), nullptr, showFigures_);
  reasonSection_ = section->parentWidget();
  reason_->setObjectName(QStringLiteral("reason"));
  reason_->setTextFormat(Qt::RichText);
  reason_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  connect(reason_, &QLabel::linkActivated, this, [this](const QString& row) { emit layerWanted(row.toInt()); });
  section->addWidget(reason_);
  section->addWidget(figures_);
}

void AnswerColumn::buildAdvice() {
  QVBoxLayout* section = addSection(tr("What would help"), &adviceState_);
  adviceState_->setObjectName(QStringLiteral("adviceState"));
  connect(card_, &AdviceCard::showWanted, this, [this] { emit adviceWanted(static_cast<int>(onCard_)); });
  connect(card_, &AdviceCard::saveWanted, this, [this] { emit saveWanted(static_cast<int>(onCard_)); });
  more_->setObjectName(QStringLiteral("summaryAdvice"));
  more_->setTextFormat(Qt::RichText);
  more_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  connect(more_, &QLabel::linkActivated, this, [this](const QString& link) { emit adviceWanted(link.toInt()); });
  connect(more_, &QLabel::linkHovered, this, &AnswerColumn::explainLink);
  nothing_->setTextFormat(Qt::RichText);
  nothing_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  nothing_->setObjectName(QStringLiteral("adviceRest"));
  connect(nothing_, &QLabel::linkActivated, this, [this](const QString& link) {
    if (link != QLatin1String(kTargetLink)) return goOnWanted();
    askForTarget(true);
    fit_->setFocus();
  });
  section->addWidget(cardPlace_);
  section->addWidget(card_);
  section->addWidget(more_);
  section->addWidget(nothing_);
  section->addWidget(buildTarget());
}

// "I have 64 KiB" and "within 40 ms", in a row that is asked for.
QWidget* AnswerColumn::buildTarget() {
  fit_->setObjectName(QStringLiteral("versionFit"));
  fit_->setAccessibleName(tr("KiB of arena that there are"));
  fit_->setToolTip(tr("Your limit: the smallest change that fits is found and selected"));
  fit_->setRange(0, std::numeric_limits<int>::max() / 1024);
  fit_->setSpecialValueText(tr("any size"));
  fit_->setPrefix(tr("I have "));
  fit_->setSuffix(tr(" KiB"));
  fit_->setGroupSeparatorShown(true);
  fit_->setKeyboardTracking(false);
  deadline_->setObjectName(QStringLiteral("adviceDeadline"));
  deadline_->setAccessibleName(tr("Deadline of an inference in milliseconds"));
  deadline_->setToolTip(
      tr("Deadline in ms: finds the lowest clock of the board that meets it, and only boards that do"));
  deadline_->setRange(0, 1e6);
  deadline_->setDecimals(1);
  deadline_->setSpecialValueText(tr("no deadline"));
  deadline_->setPrefix(tr("within "));
  deadline_->setSuffix(tr(" ms"));
  deadline_->setKeyboardTracking(false);
  connect(fit_, &QSpinBox::valueChanged, this,
          [this](int kibibytes) { emit fitWanted(static_cast<std::uint64_t>(kibibytes) * 1024); });
  connect(deadline_, &QDoubleSpinBox::valueChanged, this, &AnswerColumn::deadlineWanted);
  target_ = new QWidget;
  auto* row = new QHBoxLayout(target_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(scaled(8));
  row->addWidget(fit_, 1);
  row->addWidget(deadline_, 1);
  askForTarget(false);
  return target_;
}

void AnswerColumn::askForTarget(bool asked) {
  target_->setVisible(asked);
  showRest();
}

void AnswerColumn::buildFigures() {
  showFigures_->setObjectName(QStringLiteral("showFigures"));
  showFigures_->setProperty("role", QStringLiteral("inlineLink"));
  showFigures_->setText(tr("All figures"));
  showFigures_->setCheckable(true);
  figures_->hide();
  connect(showFigures_, &QToolButton::toggled, figures_, &QWidget::setVisible);
}

void AnswerColumn::setReport(const ReportPointer& report) {
  const ReportPointer before = std::exchange(report_, report);
  const bool known = report != nullptr && report->arena.has_value();
  const bool changed = known && before != nullptr && before->arena && before->model.path == report->model.path &&
                       before->arena->recommended != report->arena->recommended;
  if (!known) roll_.stop();
  for (QWidget* answer : std::initializer_list<QWidget*>{size_, unit_, detail_, shrink_}) answer->setEnabled(true);
  copy_->setEnabled(known);
  if (!known) size_->setText(QStringLiteral("\u2013"));
  for (QLabel* label : {proof_, unit_, detail_, line_, evidence_, revision_}) label->clear();
  figures_->setReport(report);
  past_->setReport(report);
  reasonSection_->setVisible(known);
  bar_->setVisible(known);
  showParts();
  showBoard();
  showPlaces();
  showHazards();
  if (known) showNumber();
  if (changed) showDifference(before->arena->recommended, report->arena->recommended);
}

// The reason has the colour of the scheme that was there when it was written.
void AnswerColumn::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && report_ != nullptr && report_->arena) showReason();
}

void AnswerColumn::showReason() {
  const report::ArenaReason reason = whySoLarge(*report_);
  const QString subject = QString::fromStdString(reason.subject).toHtmlEscaped();
  const QString shown = reason.row < 0
                            ? QStringLiteral("<b>%1</b>").arg(subject)
                            : QStringLiteral("<a href=\"%1\" style=\"text-decoration: none; color: %2\"><b>%3</b></a>")
                                  .arg(reason.row)
                                  .arg(Theme::from(palette()).peak.name(), subject);
  reason_->setText(QStringLiteral("<p style=\"line-height: %1px\">%2</p>")
                       .arg(scaled(kReasonLine))
                       .arg(shown + QString::fromStdString(reason.text).toHtmlEscaped()));
}

// Above the number: an arena of the right size can still be overrun.
void AnswerColumn::showHazards() {
  QStringList lines;
  for (const std::string& line : report_ == nullptr ? std::vector<std::string>() : report::hazardLines(*report_))
    lines << tr("Hazard: %1").arg(QString::fromStdString(line));
  hazards_->setText(lines.join(QLatin1Char('\n')));
  hazards_->setVisible(!lines.isEmpty());
}

void AnswerColumn::setStale() {
  for (QWidget* answer : std::initializer_list<QWidget*>{copy_, size_, unit_, detail_, shrink_})
    answer->setEnabled(false);
}

void AnswerColumn::showParts() {
  clear(parts_->layout());
  const std::vector<report::ArenaPart> parts =
      report_ == nullptr ? std::vector<report::ArenaPart>() : report::arenaParts(*report_);
  bar_->setParts(parts);
  for (const report::ArenaPart& part : parts) {
    auto* row = new QWidget;
    auto* inRow = new QHBoxLayout(row);
    inRow->setContentsMargins(0, 0, 0, 0);
    inRow->setSpacing(scaled(8));
    auto* title = makeLabel("small");
    title->setText(QString::fromStdString(part.title));
    auto* bytes = makeLabel("partBytes", false);
    bytes->setFont(textFont(kSmallText, QFont::Medium));
    bytes->setText(groupedText(part.bytes));
    auto* share = makeLabel("quiet", false);
    share->setText(tr("%1 %").arg(
        100.0 * static_cast<double>(part.bytes) / static_cast<double>(report_->arena->recommended), 0, 'f', 0));
    share->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    share->setFixedWidth(scaled(34));
    row->setMinimumHeight(scaled(20));
    inRow->addWidget(new PartDot(part));
    inRow->addWidget(title, 1);
    inRow->addWidget(bytes);
    inRow->addWidget(share);
    parts_->layout()->addWidget(row);
  }
}

void AnswerColumn::showNumber() {
  const report::ArenaFigures& arena = *report_->arena;
  rollTo(arena.recommended);
  size_->setToolTip(QString::fromStdString(explainTerm(*report_, report::Term::kArenaSize)));
  unit_->setText(tr("bytes"));
  proof_->setText(arena.minimumProven ? tr("\u2713 Proven by running") : tr("Computed"));
  proof_->setToolTip(QString::fromStdString("The minimum is " + describeProof(*report_) + "."));
  QString detail = bytesText(static_cast<double>(arena.recommended)) + QLatin1Char('.');
  if (arena.minimumProven && arena.recommended == arena.minimum)
    detail += tr(" With %1 bytes less it fails.").arg(report::kArenaStep);
  if (const std::string image = arenaInImage(*report_); !image.empty())
    detail += QLatin1Char('\n') + QString::fromStdString(image);
  detail_->setText(detail);
  line_->setText(QStringLiteral("kTensorArenaSize = %1;").arg(arena.recommended));
  showReason();
  const QString interpreter = QString::fromStdString(describeInterpreter(*report_));
  // In a line: dates and the like are in the tooltip.
  static const QRegularExpression kAside(QStringLiteral(" \\([^)]*\\)"));
  QString exact = interpreter.section(QLatin1Char(','), 0, 0).remove(kAside);
  if (!exact.endsWith(QLatin1Char('.'))) exact += QLatin1Char('.');
  evidence_->setText(exact);
  const bool fixed = report_->firmware || !report_->library.empty();
  revision_->setText(fixed ? QString()
                           : QStringLiteral("<a href=\"revision\" style=\"text-decoration: none\">%1</a>")
                                 .arg(tr("Use the revision of your firmware")));
  evidence_->setToolTip(interpreter);
}

void AnswerColumn::setAdvice(const AdvicePointer& advice, const QString& text) {
  advice_ = advice;
  const bool any = advice != nullptr && !advice->suggestions.empty();
  const bool looking = !text.isEmpty();
  card_->parentWidget()->setVisible(advice != nullptr || looking);
  cardPlace_->setVisible(advice == nullptr && looking);
  card_->setVisible(any);
  showCard();
  more_->setText(moreLines());
  waiting_ = text;
  showRest();
  if (advice == nullptr)
    adviceState_->clear();
  else if (looking)
    adviceState_->setText(text);
  else if (!advice->isComplete())
    adviceState_->setText(tr("not finished"));
  else
    adviceState_->setText(advice->versions == nullptr || advice->versions->tried == 0 ? QString()
                          : advice->versions->tried == 1                              ? tr("one version was run")
                                                         : tr("%1 versions were run").arg(advice->versions->tried));
  more_->setVisible(!more_->text().isEmpty());
}

// What else there is to say, and the way to give a target.
void AnswerColumn::showRest() {
  QString text = advice_ == nullptr ? waiting_.toHtmlEscaped() : restText(!waiting_.isEmpty());
  if (target_->isHidden())
    text += QStringLiteral(" <a href=\"%1\" style=\"text-decoration: none\">%2</a>")
                .arg(QLatin1String(kTargetLink), tr("I have a size to fit into..."));
  nothing_->setText(text);
  nothing_->setVisible(!text.isEmpty());
}

// The best, or the smallest change that fits what the user has.
void AnswerColumn::showCard() {
  if (advice_ == nullptr || advice_->suggestions.empty()) return;
  const optimization::Suggestion* fitting = advice_->fitsAlready() ? nullptr : advice_->fitting();
  onCard_ = fitting == nullptr ? 0 : static_cast<std::size_t>(fitting - advice_->suggestions.data());
  card_->setSuggestion(advice_, onCard_);
  card_->setShown(shown_ == static_cast<int>(onCard_));
}

void AnswerColumn::setShown(int suggestion) {
  shown_ = suggestion;
  card_->setShown(shown_ >= 0 && shown_ == static_cast<int>(onCard_));
}

// What else there is, a line each. Boards have a section for themselves.
QString AnswerColumn::moreLines() const {
  constexpr int kMostLines = 3;
  QString lines;
  int count = 0;
  for (std::size_t i = 0; advice_ != nullptr && i < advice_->suggestions.size(); ++i) {
    const optimization::Suggestion& suggestion = advice_->suggestions[i];
    if (i == onCard_ || suggestion.kind == optimization::AdviceKind::kBoard || count == kMostLines) continue;
    ++count;
    const QString bytes = groupedText(static_cast<std::uint64_t>(std::abs(suggestion.savedBytes)));
    const QString saved = suggestion.savedBytes == 0  ? QString()
                          : suggestion.savedBytes > 0 ? tr("\u2212%1").arg(bytes)
                                                      : tr("+%1").arg(bytes);
    lines +=
        QStringLiteral("<tr><td style=\"padding: 3px 0\"><a href=\"%1\" style=\"text-decoration: none\">%2</a></td>"
                       "<td align=\"right\" style=\"padding: 3px 0\">%3</td></tr>")
            .arg(i)
            .arg(QString::fromStdString(output::actionOf(suggestion)).toHtmlEscaped(), saved);
  }
  if (lines.isEmpty()) return lines;
  return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\">%1</table>").arg(lines);
}

// All costs of what the pointer is on.
void AnswerColumn::explainLink(const QString& link) {
  const auto suggestion = static_cast<std::size_t>(link.toInt());
  if (link.isEmpty() || advice_ == nullptr || suggestion >= advice_->suggestions.size()) return QToolTip::hideText();
  QToolTip::showText(QCursor::pos(), withMinus(output::describeCosts(*advice_, advice_->suggestions[suggestion])),
                     more_);
}

QString AnswerColumn::restText(bool looking) const {
  QStringList rest;
  if (const std::string fit = output::describeFit(*advice_); !fit.empty() && !looking)
    rest << QString::fromStdString(fit).toHtmlEscaped();
  if (advice_->suggestions.empty() && !looking) rest << tr("Nothing that is known here.");
  if (!advice_->nothing.empty()) rest << tr("Nothing to gain from %1.").arg(leversText(advice_->nothing));
  if (!advice_->unfinished.empty() && !looking)
    rest << tr("Not finished: %1. <a href=\"go-on\" style=\"text-decoration: none\">Go on</a>")
                .arg(QString::fromStdString(advice_->unfinished.front().reason).toHtmlEscaped());
  return rest.join(QLatin1Char(' '));
}

void AnswerColumn::addChip(const QString& text, const QString& name, const RunOverrides& without) {
  auto* chip = new QToolButton;
  chip->setText(tr("%1  \u00D7").arg(text));
  chip->setObjectName(name);
  chip->setToolTip(tr("For this model alone. Click to take it back."));
  chip->setAccessibleName(tr("Take back: %1").arg(text));
  connect(chip, &QToolButton::clicked, this, [this, without] { emit overridesChanged(without); });
  chips_->insertWidget(chips_->count() - 1, chip);
}

void AnswerColumn::setOverrides(const RunOverrides& overrides) {
  while (QLayoutItem* item = chips_->takeAt(0)) {
    if (item->widget() != nullptr) item->widget()->deleteLater(); // it may be what was clicked
    delete item;
  }
  chips_->addStretch(1);
  const RunOverrides usual;
  const auto without = [&](auto member) {
    RunOverrides other = overrides;
    other.*member = usual.*member;
    return other;
  };
  if (overrides.planner != usual.planner)
    addChip(tr("%1 planner").arg(QString::fromLatin1(report::plannerName(overrides.planner))),
            QStringLiteral("plannerChip"), without(&RunOverrides::planner));
  if (overrides.arenaBytes != usual.arenaBytes)
    addChip(tr("arena of %1 bytes").arg(groupedText(overrides.arenaBytes)), QStringLiteral("arenaChip"),
            without(&RunOverrides::arenaBytes));
  if (overrides.tflm != usual.tflm)
    addChip(tr("TFLM %1").arg(QString::fromStdString(overrides.tflm)), QStringLiteral("tflmChip"),
            without(&RunOverrides::tflm));
  if (overrides.quantize != usual.quantize)
    addChip(tr("quantized to %1").arg(QString::fromStdString(overrides.quantize)), QStringLiteral("quantizeChip"),
            without(&RunOverrides::quantize));
  for (const std::string& place : overrides.place) {
    RunOverrides other = overrides;
    std::erase(other.place, place);
    const QString text = QString::fromStdString(place);
    addChip(
        tr("%1 in %2", "weights, region").arg(text.section(QLatin1Char('='), 0, 0), text.section(QLatin1Char('='), 1)),
        QStringLiteral("placeChip"), other);
  }
}

QString AnswerColumn::sizeLine() const {
  if (report_ == nullptr || !report_->arena) return {};
  return arenaSizeLine(report_->arena->recommended);
}

QString AnswerColumn::arrayLines() const {
  const QString size = sizeLine();
  return size.isEmpty() ? size : size + QStringLiteral("\nalignas(16) static uint8_t tensor_arena[kTensorArenaSize];");
}

void AnswerColumn::copyText(const QString& text) {
  if (text.isEmpty()) return;
  QApplication::clipboard()->setText(text);
  copy_->setIcon(icon(Glyph::kDone, QPalette::Link));
  QTimer::singleShot(kTickTime, copy_, [this] { copy_->setIcon(icon(Glyph::kCopy, QPalette::Link)); });
}

} // namespace arenascope::ui
