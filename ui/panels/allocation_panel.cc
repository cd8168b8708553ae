#include "ui/panels/allocation_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QShortcut>
#include <QSlider>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/report/text/report_text.h"
#include "ui/charts/allocation_chart.h"
#include "ui/charts/arena_frame.h"
#include "ui/style/icons.h"
#include "ui/views/allocation_view.h"
#include "ui/views/step_bar.h"

namespace arenascope::ui {

namespace {
constexpr int kTickMilliseconds = 40;
constexpr int kTicks = 250; // the whole run plays in ten seconds, whatever its length
// Why the arena must be as large as it is, in one sentence and the model's own numbers.
QString whyText(const report::Report& report) {
  const report::ArenaFigures& arena = *report.arena;
  const std::uint64_t used = report::roundUpToStep(arena.used);
  const QString why = QString::fromStdString(report::explainMinimum(report));
  if (arena.minimum <= used)
    return QObject::tr("The smallest arena is %1 bytes, as much as arena_used_bytes() will say, in steps of 16. %2")
        .arg(groupedText(arena.minimum), why);
  return QObject::tr(
             "The smallest arena is %1 bytes: %2 more than arena_used_bytes() will say, because setting up needs "
             "more than running. %3")
      .arg(groupedText(arena.minimum), groupedText(arena.minimum - arena.used), why);
}

} // namespace

AllocationPanel::AllocationPanel(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), view_(new AllocationView(selection)), bar_(new StepBar(selection)),
      why_(new QLabel), what_(new QLabel), slider_(new QSlider(Qt::Horizontal)), play_(new QToolButton),
      toPeak_(new QToolButton) {
  buildLayout();
  timer_.setInterval(kTickMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &AllocationPanel::playOn);
  connect(play_, &QToolButton::clicked, this, [this] { setPlaying(!playing()); });
  connect(toPeak_, &QToolButton::clicked, this, [this] {
    setPlaying(false);
    if (report_ != nullptr) selection_.selectEvent(static_cast<int>(report_->analysis.peak));
  });
  connect(slider_, &QSlider::valueChanged, this, [this](int event) { selection_.selectEvent(event); });
  connect(slider_, &QSlider::sliderPressed, this, [this] { setPlaying(false); });
  connect(&selection_, &Selection::changed, this, &AllocationPanel::showCurrent);
  setReport(nullptr);
}

void AllocationPanel::buildLayout() {
  setFocusProxy(view_);
  why_->setWordWrap(true);
  for (QLabel* label : {why_, what_}) label->setProperty("role", QStringLiteral("small"));
  why_->setMargin(8);
  why_->setObjectName(QStringLiteral("whyMinimum"));
  why_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  what_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  what_->setObjectName(QStringLiteral("currentEvent"));
  what_->setContentsMargins(8, 0, 8, 0);
  what_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // its length must not widen the window
  slider_->setObjectName(QStringLiteral("eventSlider"));
  slider_->setAccessibleName(tr("Allocation event"));
  play_->setObjectName(QStringLiteral("play"));
  auto* space = new QShortcut(Qt::Key_Space, this);
  space->setContext(Qt::WidgetWithChildrenShortcut);
  connect(space, &QShortcut::activated, play_, &QToolButton::click);
  toPeak_->setText(tr("Least free space"));
  toPeak_->setToolTip(tr("Go to the moment that sets the minimum"));
  auto* player = new QHBoxLayout;
  player->setContentsMargins(8, 0, 8, 6);
  player->addWidget(play_);
  player->addWidget(slider_, 1);
  player->addWidget(toPeak_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(why_);
  layout->addWidget(view_, 1);
  layout->addWidget(bar_);
  layout->addWidget(what_);
  layout->addLayout(player);
}

void AllocationPanel::setReport(const ReportPointer& report) {
  setPlaying(false);
  report_ = report;
  view_->setReport(report);
  const bool known = report != nullptr && report->arena && !report->allocations.empty();
  why_->setVisible(known);
  if (known) why_->setText(whyText(*report));
  const QSignalBlocker quiet(slider_);
  slider_->setRange(0, known ? static_cast<int>(report->allocations.size()) - 1 : 0);
  for (QWidget* widget : std::initializer_list<QWidget*>{slider_, play_, toPeak_}) widget->setEnabled(known);
  showCurrent();
}

void AllocationPanel::showCurrent() {
  const int event = view_->currentEvent();
  bar_->setSnapshot(report_, event);
  if (event < 0) {
    what_->clear();
    return;
  }
  const QSignalBlocker quiet(slider_);
  slider_->setValue(event);
  const auto index = static_cast<std::size_t>(event);
  const report::ArenaSnapshot& snapshot = report_->analysis.snapshots[index];
  what_->setText(tr("%1 of %2, %3: %4. Needs an arena of %5 bytes up to here.")
                     .arg(event + 1)
                     .arg(report_->allocations.size())
                     .arg(QString::fromStdString(report::describeStep(*report_, report_->allocations[index])),
                          describeEvent(*report_, index), groupedText(snapshot.need)));
  what_->setToolTip(what_->text());
}

void AllocationPanel::setPlaying(bool playing) {
  if (playing) {
    // From the start again where the end was reached.
    if (slider_->value() == slider_->maximum()) selection_.selectEvent(0);
    timer_.start();
  } else {
    timer_.stop();
  }
  play_->setIcon(icon(playing ? Glyph::kPause : Glyph::kPlay));
  play_->setToolTip(playing ? tr("Pause (Space)") : tr("Play the allocations (Space)"));
  play_->setAccessibleName(playing ? tr("Pause") : tr("Play"));
}

void AllocationPanel::playOn() {
  const int step = std::max(1, slider_->maximum() / kTicks);
  const int next = std::min(slider_->value() + step, slider_->maximum());
  selection_.selectEvent(next);
  if (next == slider_->maximum()) setPlaying(false);
}

} // namespace arenascope::ui
