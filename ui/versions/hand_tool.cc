#include "ui/versions/hand_tool.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "core/base/text_format.h"
#include "core/output/answers/plan_text.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/run_settings.h"
#include "ui/style/type.h"

namespace arenascope::ui {

using report::PlannedBuffer;

namespace {

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
                .arg(escaped(shortened(buffer->name, kLongestName)), countedText(buffer->plannedBytes()));
  return text + QStringLiteral("</ul>");
}

} // namespace

HandTool::HandTool(QWidget* parent)
    : QWidget(parent), reorder_(new QCheckBox(tr("Allow reordering"))),
      overlap_(new QCheckBox(tr("Overlap output and input"))), enough_(new QPushButton(tr("Stop, keep the best"))),
      undo_(new QPushButton(tr("Undo move"))), release_(new QPushButton(tr("Reset"))), message_(new QLabel),
      reason_(new QTextBrowser) {
  buildLayout();
  for (QCheckBox* choice : {reorder_, overlap_})
    connect(choice, &QCheckBox::toggled, this, [this] {
      stale_ = true;
      start();
    });
  connect(enough_, &QPushButton::clicked, this, [this] { job_.endSearch(); });
  connect(undo_, &QPushButton::clicked, this, &HandTool::takeBack);
  connect(release_, &QPushButton::clicked, this, [this] {
    earlier_.push_back(std::exchange(pins_, {}));
    start();
  });
  connect(&job_, &SearchSignals::progress, this, [this](const QString& step) { say(tr("%1 ...").arg(step)); });
  connect(&job_, &SearchSignals::finished, this, [this] { showPlan(job_.result()); });
  connect(&job_, &SearchSignals::failed, this, [this](const QString& text) {
    pins_ = shownPins_; // what is on screen is as it was
    if (!earlier_.empty() && earlier_.back() == pins_) earlier_.pop_back();
    updateButtons();
    emit changed();
    say(text);
  });
  setReport(nullptr);
}

void HandTool::buildLayout() {
  auto* help = new QLabel(tr("Drag a buffer in the picture on the right, or choose it with the arrow keys."));
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
  release_->setToolTip(tr("Places all buffers anew"));
  message_->setObjectName(QStringLiteral("planMessage"));
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  for (QLabel* label : {help, message_}) {
    label->setProperty("role", QStringLiteral("small"));
    label->setWordWrap(true);
  }
  reason_->setObjectName(QStringLiteral("planReason"));
  reason_->setAccessibleName(tr("Reason for the size of the plan"));
  reason_->setProperty("role", QStringLiteral("plain"));
  reason_->setFont(textFont(kSmallText));
  reason_->document()->setDocumentMargin(0);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(scaled(8));
  for (QPushButton* button : {enough_, undo_, release_}) {
    button->setFont(textFont(kSmallText, QFont::Medium));
    buttons->addWidget(button);
  }
  buttons->addStretch(1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(scaled(8));
  layout->addWidget(help);
  layout->addWidget(reorder_);
  layout->addWidget(overlap_);
  layout->addLayout(buttons);
  layout->addWidget(message_);
  layout->addWidget(reason_, 1);
}

QString HandTool::message() const { return message_->text(); }

void HandTool::say(const QString& text) {
  if (text.isEmpty() && plan_ != nullptr)
    message_->setText(
        QString::fromStdString(plan_->after.error ? plan_->after.error->message : output::describeResult(*plan_)));
  else
    message_->setText(text);
}

void HandTool::updateButtons() {
  for (QCheckBox* choice : {reorder_, overlap_}) choice->setEnabled(report_ != nullptr);
  enough_->setVisible(job_.running());
  undo_->setVisible(!earlier_.empty());
  release_->setVisible(!pins_.empty());
}

void HandTool::setReport(const ReportPointer& report) {
  const bool same = report != nullptr && report_ != nullptr && sameRun(*report, *report_);
  report_ = report;
  stale_ = true;
  pins_.clear();
  earlier_.clear();
  job_.cancel();
  if (!same) {
    plan_ = nullptr;
    shownPins_.clear();
    reason_->clear();
    say({});
    emit changed();
  }
  updateButtons();
  if (open_) start();
}

void HandTool::setOpen(bool open) {
  if (open == open_) return;
  open_ = open;
  if (!open) {
    stale_ = stale_ || job_.running();
    job_.cancel();
  }
  if (open && stale_) start();
  updateButtons();
  emit changed();
}

std::optional<Version> HandTool::version() const {
  if (!open_ || plan_ == nullptr || !plan_->after.arena) return std::nullopt;
  Version version;
  version.origin = Version::Origin::kHand;
  version.title = shownPins_.empty() ? tr("A plan to change by hand") : tr("Placed by hand");
  version.costs =
      QString::fromStdString(plan_->after.error ? plan_->after.error->message : output::describeResult(*plan_));
  version.report = ReportPointer(plan_, &plan_->after); // sharing the plan's ownership
  version.ending = QStringLiteral("_planned");
  if (!plan_->model.empty() && !stale_)
    version.model = std::shared_ptr<const std::vector<std::uint8_t>>(plan_, &plan_->model);
  version.growth = cyclesGrowth(plan_->before, plan_->after);
  return version;
}

void HandTool::start() {
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

void HandTool::pin(std::int32_t index, std::int64_t offset) {
  if (overlap_->isChecked()) {
    emit changed();
    return say(tr("Where outputs overlap inputs every buffer is free: untick that to place one by hand."));
  }
  earlier_.push_back(pins_);
  pins_[index] = offset;
  start();
}

void HandTool::takeBack() {
  if (earlier_.empty()) return;
  pins_ = std::move(earlier_.back());
  earlier_.pop_back();
  start();
}

void HandTool::showPlan(const PlanPointer& plan) {
  plan_ = plan;
  stale_ = false;
  shownPins_ = pins_;
  reason_->setHtml(reasonOf(*plan_));
  updateButtons();
  say({});
  emit changed();
}

} // namespace arenascope::ui
