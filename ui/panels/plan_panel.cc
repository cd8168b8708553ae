#include "ui/panels/plan_panel.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "core/base/text_format.h"
#include "core/output/answers/plan_text.h"
#include "core/report/figures.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/image_note.h"
#include "ui/panels/model_files.h"
#include "ui/tables/comparison_model.h"
#include "ui/tables/comparison_table.h"

namespace arenascope::ui {

using report::PlannedBuffer;

namespace {

constexpr int kReasonWidth = 350; // pixels
constexpr std::size_t kLongestName = 60;

QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

QString overlapsOf(const optimization::OverlapResult& overlap) {
  QString text = QStringLiteral("<p>%1</p><ul>").arg(QObject::tr("These lie over what has been read of an input:"));
  for (const report::OverlappingPair& pair : overlap.pairs)
    text += QStringLiteral("<li>%1</li>").arg(escaped(describe(pair)));
  return text + QStringLiteral("</ul>");
}

// Why the plan is no smaller, and what was seen of it.
QString reasonOf(const optimization::PlanReport& plan) {
  QString text = QStringLiteral("<p>%1 %2</p>")
                     .arg(escaped(plan.overlap ? output::describeOverlap(plan) : output::describeHead(plan)),
                          escaped(output::describeOutputs(plan)));
  if (plan.triesOrders()) text += QStringLiteral("<p>%1</p>").arg(escaped(output::describeOrder(plan)));
  if (const std::string end = output::describeEnd(plan.end); !end.empty())
    text += QStringLiteral("<p>%1</p>").arg(escaped(end));
  if (plan.overlap && !plan.overlap->pairs.empty()) return text + overlapsOf(*plan.overlap);
  const std::vector<const PlannedBuffer*> witness = peakBuffersOf(plan);
  if (witness.empty()) return text;
  text += QStringLiteral("<p>%1:</p><ul>").arg(escaped(output::describePeakBuffers(plan)));
  for (const PlannedBuffer* buffer : witness)
    text += QStringLiteral("<li>%1: %2</li>")
                .arg(escaped(shortened(buffer->name, kLongestName)),
                     QObject::tr("%1 bytes").arg(groupedText(buffer->plannedBytes())));
  return text + QStringLiteral("</ul>");
}

} // namespace

PlanPanel::PlanPanel(QWidget* parent)
    : QWidget(parent), view_(new PlanView), reorder_(new QCheckBox(tr("Allow reordering"))),
      overlap_(new QCheckBox(tr("Outputs over inputs"))), enough_(new QPushButton(tr("Enough"))),
      undo_(new QPushButton(tr("Undo move"))), release_(new QPushButton(tr("Re-plan from scratch"))),
      write_(new QPushButton(tr("Write model..."))), message_(new QLabel), imageNote_(new ImageNote),
      figures_(new ComparisonModel(this)),
      table_(makeComparisonTable(figures_, QStringLiteral("planFigures"), tr("Figures before and after"))),
      reason_(new QTextBrowser) {
  buildLayout();
  for (QCheckBox* choice : {reorder_, overlap_})
    connect(choice, &QCheckBox::toggled, this, [this] {
      stale_ = true;
      start();
    });
  connect(enough_, &QPushButton::clicked, this, [this] { job_.endSearch(); });
  connect(undo_, &QPushButton::clicked, this, &PlanPanel::takeBack);
  connect(release_, &QPushButton::clicked, this, [this] {
    earlier_.push_back(std::exchange(pins_, {}));
    start();
  });
  connect(write_, &QPushButton::clicked, this, &PlanPanel::chooseFile);
  connect(view_, &PlanView::moving, this, [this](const QString& text) {
    say(text.isEmpty() && plan_ != nullptr ? QString::fromStdString(output::describeResult(*plan_)) : text);
  });
  connect(view_, &PlanView::moved, this, &PlanPanel::pin);
  connect(&job_, &SearchSignals::progress, this, [this](const QString& step) { say(tr("%1 ...").arg(step)); });
  connect(&job_, &SearchSignals::finished, this, [this] { showPlan(job_.result()); });
  connect(&job_, &SearchSignals::failed, this, [this](const QString& text) {
    pins_ = shownPins_; // what is on screen is as it was
    if (!earlier_.empty() && earlier_.back() == pins_) earlier_.pop_back();
    view_->setPlan(plan_, pins_);
    updateButtons();
    say(text);
  });
  setReport(nullptr);
}

void PlanPanel::buildLayout() {
  reorder_->setObjectName(QStringLiteral("planReorder"));
  reorder_->setToolTip(tr("Also looks for an order of operators that needs less, where the graph allows it"));
  overlap_->setObjectName(QStringLiteral("planOverlap"));
  overlap_->setToolTip(tr("An output may lie over what its operator has read of an input: measured on these kernels, "
                          "proven by running, and for these kernels only. What was moved by hand is placed anew"));
  enough_->setObjectName(QStringLiteral("planEnough"));
  enough_->setToolTip(tr("Ends the search: the best plan found by now is the answer"));
  undo_->setObjectName(QStringLiteral("planUndo"));
  undo_->setToolTip(tr("Takes back the last move by hand (Ctrl+Z)"));
  undo_->setShortcut(QKeySequence::Undo);
  release_->setObjectName(QStringLiteral("planRelease"));
  release_->setToolTip(tr("Undo manual moves"));
  write_->setObjectName(QStringLiteral("planWrite"));
  write_->setToolTip(
      tr("The model with this plan in its metadata, with its arena size and its operators as C++ headers "
         "beside it; TensorFlow Lite Micro reads it as it is"));
  message_->setObjectName(QStringLiteral("planMessage"));
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  message_->setWordWrap(true);
  reason_->setObjectName(QStringLiteral("planReason"));
  reason_->setAccessibleName(tr("Why the plan is no smaller"));
  reason_->setFrameShape(QFrame::NoFrame);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 0);
  bar->addWidget(reorder_);
  bar->addWidget(overlap_);
  bar->addWidget(message_, 1);
  for (QPushButton* button : {enough_, undo_, release_, write_}) bar->addWidget(button);
  auto* side = new QSplitter(Qt::Vertical);
  side->addWidget(table_);
  side->addWidget(reason_);
  auto* parts = new QSplitter(Qt::Horizontal);
  parts->addWidget(view_);
  parts->addWidget(side);
  parts->setStretchFactor(0, 1);
  parts->setCollapsible(0, false);
  parts->setSizes({2 * kReasonWidth, kReasonWidth});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(bar);
  layout->addWidget(imageNote_);
  layout->addWidget(parts, 1);
}

QString PlanPanel::message() const { return message_->text(); }

void PlanPanel::say(const QString& text) {
  message_->setText(text);
  message_->setToolTip(text);
}

void PlanPanel::updateButtons() {
  for (QCheckBox* choice : {reorder_, overlap_}) choice->setEnabled(report_ != nullptr);
  enough_->setVisible(job_.running());
  undo_->setVisible(!earlier_.empty());
  release_->setVisible(!pins_.empty());
  write_->setEnabled(plan_ != nullptr && !job_.running() && !stale_);
}

void PlanPanel::setReport(const ReportPointer& report) {
  imageNote_->setReport(report);
  const bool same = report != nullptr && report_ != nullptr && sameRun(*report, *report_);
  report_ = report;
  stale_ = true;
  pins_.clear();
  earlier_.clear();
  job_.cancel();
  if (!same) {
    plan_ = nullptr;
    view_->setPlan(nullptr, {});
    figures_->setRows({}, {}, {});
    reason_->clear();
    say({});
  }
  updateButtons();
  if (inView_) start();
}

void PlanPanel::setInView(bool inView) {
  inView_ = inView;
  if (inView && stale_ && !job_.running()) start();
}

void PlanPanel::start() {
  if (report_ == nullptr) return;
  service::PlanRequest request;
  request.profile = requestLike(*report_);
  request.order = reorder_->isChecked() ? optimization::Ordering::kBest : optimization::Ordering::kKeep;
  request.overlap = overlap_->isChecked();
  if (request.overlap) pins_.clear(), earlier_.clear();
  request.pinned = pins_;
  job_.start(std::move(request));
  updateButtons();
}

void PlanPanel::pin(std::int32_t index, std::int64_t offset) {
  if (overlap_->isChecked()) {
    view_->setPlan(plan_, pins_);
    return say(tr("With outputs over inputs every buffer is free: untick it to place one by hand."));
  }
  earlier_.push_back(pins_);
  pins_[index] = offset;
  start();
}

void PlanPanel::takeBack() {
  if (earlier_.empty()) return;
  pins_ = std::move(earlier_.back());
  earlier_.pop_back();
  start();
}

void PlanPanel::setWaiting() {
  setReport(nullptr);
  say(tr("The model is running..."));
}

void PlanPanel::showPlan(const PlanPointer& plan) {
  plan_ = plan;
  stale_ = false;
  shownPins_ = pins_;
  view_->setPlan(plan_, pins_);
  showFigures();
  reason_->setHtml(reasonOf(*plan_));
  updateButtons();
  say(plan_->after.error ? QString::fromStdString(plan_->after.error->message)
                         : QString::fromStdString(output::describeResult(*plan_)));
}

void PlanPanel::showFigures() {
  const auto row = [this](report::FigureId id) {
    const report::FigureKind& kind = report::figureKind(id);
    return ComparisonRow{tr(kind.name), tr(kind.help), {kind.read(plan_->before), kind.read(plan_->after)}, -1};
  };
  figures_->setRows(tr("bytes"), {tr("as it is"), tr("planned")},
                    {row(report::FigureId::kRecommended), row(report::FigureId::kUsed), row(report::FigureId::kHead),
                     row(report::FigureId::kTail)});
  fitColumns(*table_);
}

void PlanPanel::chooseFile() {
  const QString path =
      askWhereAll(this, tr("Write the model with its plan"), *report_, QStringLiteral("_planned.tflite"));
  if (!path.isEmpty()) writeTo(path);
}

bool PlanPanel::writeTo(const QString& path) {
  if (plan_ == nullptr || stale_) return false;
  const WriteOutcome outcome = writeWithHeaders(path, plan_->after, plan_->model);
  say(outcome.message);
  return outcome.written;
}

} // namespace arenascope::ui
