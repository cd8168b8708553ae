#include "ui/panels/shrink_panel.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>
#include <limits>

#include "core/output/answers/shrink_writer.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/image_note.h"
#include "ui/panels/model_files.h"
#include "ui/views/side_by_side_view.h"

namespace arenascope::ui {

namespace {
constexpr int kPartWidth = 200; // pixels
} // namespace

ShrinkPanel::ShrinkPanel(QWidget* parent)
    : QWidget(parent), start_(new QPushButton(tr("Shrink"))), enough_(new QPushButton(tr("Enough"))),
      order_(new QCheckBox(tr("Other orders"))), overlap_(new QCheckBox(tr("Outputs over inputs"))),
      strips_(new QCheckBox(tr("Strips"))), budget_(new QSpinBox), write_(new QPushButton(tr("Write model..."))),
      message_(new QLabel), imageNote_(new ImageNote), front_(new ParetoView), pictures_(new SideBySideView) {
  buildLayout();
  connect(start_, &QPushButton::clicked, this, &ShrinkPanel::start);
  connect(enough_, &QPushButton::clicked, this, [this] { job_.endSearch(); });
  connect(write_, &QPushButton::clicked, this, &ShrinkPanel::chooseFile);
  connect(budget_, &QSpinBox::valueChanged, this, [this](int bytes) {
    front_->setBudget(bytes == 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(bytes)));
  });
  connect(front_, &ParetoView::selectionChanged, this, &ShrinkPanel::showSelected);
  connect(&job_, &SearchSignals::progress, message_,
          [this](const QString& step) { message_->setText(tr("%1 ...").arg(step)); });
  connect(&job_, &SearchSignals::finished, this, [this] { showFound(job_.result()); });
  connect(&job_, &SearchSignals::failed, this, [this](const QString& text) {
    message_->setText(text);
    updateButtons();
  });
  setReport(nullptr);
}

void ShrinkPanel::buildLayout() {
  start_->setObjectName(QStringLiteral("shrinkStart"));
  start_->setToolTip(
      tr("Finds versions of the model with a smaller arena, runs each and shows the Pareto-optimal ones"));
  enough_->setObjectName(QStringLiteral("shrinkEnough"));
  enough_->setToolTip(tr("Ends the search: what was found by now is proven and shown"));
  for (QCheckBox* means : {order_, overlap_, strips_}) means->setChecked(true);
  order_->setToolTip(tr("Operators may run in another order, where the graph allows it"));
  overlap_->setToolTip(tr("An output may lie over what its operator has read of an input: for these kernels only"));
  strips_->setToolTip(tr("The largest layers may be computed strip by strip, for some more cycles"));
  strips_->setObjectName(QStringLiteral("shrinkStrips"));
  budget_->setObjectName(QStringLiteral("shrinkBudget"));
  budget_->setRange(0, std::numeric_limits<int>::max() / static_cast<int>(report::kArenaStep) *
                           static_cast<int>(report::kArenaStep));
  budget_->setSingleStep(64 * static_cast<int>(report::kArenaStep));
  budget_->setSpecialValueText(tr("no budget"));
  budget_->setSuffix(tr(" bytes"));
  budget_->setGroupSeparatorShown(true);
  budget_->setAccessibleName(tr("Budget in bytes of arena"));
  budget_->setToolTip(tr("Bytes of arena that there are: selects the version with the fewest cycles that fits"));
  write_->setObjectName(QStringLiteral("shrinkWrite"));
  write_->setToolTip(
      tr("The selected version, with its arena size and its operators as C++ headers beside it; TensorFlow "
         "Lite Micro reads it as it is"));
  message_->setObjectName(QStringLiteral("shrinkMessage"));
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  message_->setWordWrap(true);
  message_->setContentsMargins(6, 0, 6, 2);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 0);
  bar->addWidget(start_);
  bar->addWidget(enough_);
  bar->addStretch(1);
  bar->addWidget(budget_);
  bar->addWidget(write_);
  auto* choices = new QHBoxLayout;
  choices->setContentsMargins(6, 0, 6, 0);
  for (QCheckBox* means : {order_, overlap_, strips_}) choices->addWidget(means);
  choices->addStretch(1);
  pictures_->setEmptyText(tr("Each version's arena appears here, beside the model's own."));
  auto* parts = new QSplitter(Qt::Horizontal);
  parts->addWidget(front_);
  parts->addWidget(pictures_);
  parts->setStretchFactor(0, 2);
  parts->setStretchFactor(1, 3);
  parts->setSizes({2 * kPartWidth, 3 * kPartWidth});
  parts->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(bar);
  layout->addLayout(choices);
  layout->addWidget(imageNote_);
  layout->addWidget(message_);
  layout->addWidget(parts, 1);
}

QString ShrinkPanel::message() const { return message_->text(); }

void ShrinkPanel::updateButtons() {
  const bool running = job_.running();
  start_->setEnabled(report_ != nullptr && !running);
  enough_->setVisible(running);
  for (QCheckBox* means : {order_, overlap_, strips_}) means->setEnabled(!running);
  write_->setEnabled(found_ != nullptr && front_->selected().value_or(0) > 0);
}

void ShrinkPanel::setReport(const ReportPointer& report) {
  imageNote_->setReport(report);
  // What a search began with goes on; only another model, target or kernel set ends it.
  const bool same = report != nullptr && report_ != nullptr && sameRun(*report, *report_);
  report_ = report;
  if (!same) {
    job_.cancel();
    showFound(nullptr);
  }
  updateButtons();
}

void ShrinkPanel::setWaiting() {
  setReport(nullptr);
  message_->setText(tr("The model is running..."));
}

void ShrinkPanel::startWithin(std::uint64_t budget) {
  budget_->setValue(static_cast<int>(std::min<std::uint64_t>(budget, static_cast<std::uint64_t>(budget_->maximum()))));
  if (found_ == nullptr && !job_.running()) start();
}

void ShrinkPanel::start() {
  if (report_ == nullptr) return;
  service::ShrinkRequest request;
  request.profile = requestLike(*report_);
  request.means = {order_->isChecked(), true, overlap_->isChecked(), strips_->isChecked()};
  job_.start(std::move(request));
  message_->setText(tr("Looking for smaller versions ..."));
  updateButtons();
}

void ShrinkPanel::showFound(const ShrinkPointer& report) {
  found_ = report;
  message_->clear();
  front_->setReport(found_);
  showSelected();
}

void ShrinkPanel::showSelected() {
  updateButtons();
  if (found_ == nullptr) return pictures_->setReports({});
  const std::size_t selected = *front_->selected();
  // Sharing the search's ownership: each report is part of it.
  const auto reportOf = [this](std::size_t point) {
    return ReportPointer(found_, &found_->points[point].runs.front());
  };
  std::vector<SideBySideView::Titled> shown = {{tr("as it is"), reportOf(0)}};
  if (selected > 0) shown.push_back({tr("this version"), reportOf(selected)});
  pictures_->setReports(std::move(shown));
  if (found_->points.size() == 1)
    message_->setText(tr("Nothing smaller was found, in %1 versions that were run.").arg(found_->tried));
  else
    message_->setText(QString::fromStdString(output::describePoint(*found_, selected)));
  if (!found_->isComplete())
    message_->setText(
        tr("%1 Not finished: %2.").arg(message_->text(), QString::fromStdString(output::describeUnfinished(*found_))));
}

void ShrinkPanel::chooseFile() {
  const QString path =
      askWhereAll(this, tr("Write this version of the model"), *report_, QStringLiteral("_shrunk.tflite"));
  if (!path.isEmpty()) writeTo(path);
}

bool ShrinkPanel::writeTo(const QString& path) {
  if (found_ == nullptr || !front_->selected()) return false;
  const optimization::ShrinkPoint& point = found_->points[*front_->selected()];
  const WriteOutcome outcome = writeWithHeaders(path, point.runs.front(), point.model);
  message_->setText(outcome.message);
  return outcome.written;
}

} // namespace arenascope::ui
