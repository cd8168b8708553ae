#include "ui/panels/advice_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/output/answers/advice_writer.h"
#include "core/output/header_writer.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/image_note.h"
#include "ui/panels/model_files.h"
#include "ui/views/side_by_side_view.h"

namespace arenascope::ui {

namespace {

constexpr int kDelay = 800;     // milliseconds: somebody who tries settings is not in need of advice yet
constexpr int kListWidth = 330; // pixels

QString textOf(const optimization::AdviceReport& advice, const optimization::Suggestion& suggestion) {
  const QString title = QString::fromStdString(suggestion.title);
  const QString gain = QString::fromStdString(output::describeGain(advice, suggestion));
  return gain.isEmpty() ? title : title + QLatin1Char('\n') + gain;
}

} // namespace

AdvicePanel::AdvicePanel(QWidget* parent)
    : QWidget(parent), list_(new QListWidget), deadline_(new QDoubleSpinBox), enough_(new QPushButton(tr("Enough"))),
      copy_(new QPushButton(tr("Copy command"))), header_(new QPushButton(tr("Write header..."))),
      write_(new QPushButton(tr("Write model..."))), message_(new QLabel), imageNote_(new ImageNote),
      pictures_(new SideBySideView) {
  buildLayout();
  delay_.setSingleShot(true);
  delay_.setInterval(kDelay);
  connect(&delay_, &QTimer::timeout, this, &AdvicePanel::start);
  connect(deadline_, &QDoubleSpinBox::valueChanged, this, [this] { setReport(report_); });
  connect(list_, &QListWidget::currentRowChanged, this, &AdvicePanel::showSelected);
  connect(enough_, &QPushButton::clicked, this, [this] { job_.endSearch(); });
  connect(copy_, &QPushButton::clicked, this,
          [this] { QApplication::clipboard()->setText(QString::fromStdString(selected()->command)); });
  connect(header_, &QPushButton::clicked, this, [this] {
    // Not the name of the header that the model has as it is.
    const QString ending = QStringLiteral("_%1_arena.h").arg(QString::fromLatin1(adviceName(selected()->kind)));
    const QString path = askWhere(this, tr("Write the size as a header"), *report_, ending, tr("C++ headers (*.h)"));
    if (!path.isEmpty()) writeHeaderTo(path);
  });
  connect(write_, &QPushButton::clicked, this, &AdvicePanel::saveSelected);
  connect(&job_, &SearchSignals::progress, this,
          [this](const QString& step) { showFound(nullptr, tr("%1 ...").arg(step)); });
  connect(&job_, &SearchSignals::finished, this, [this] { showFound(job_.result(), {}); });
  connect(&job_, &SearchSignals::failed, this, [this](const QString& text) { showFound(nullptr, text); });
  setReport(nullptr);
}

void AdvicePanel::buildLayout() {
  list_->setObjectName(QStringLiteral("adviceList"));
  list_->setAccessibleName(tr("What would help, the best first"));
  list_->setWordWrap(true);
  list_->setAlternatingRowColors(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setSpacing(3);
  deadline_->setObjectName(QStringLiteral("adviceDeadline"));
  deadline_->setAccessibleName(tr("Deadline in milliseconds"));
  deadline_->setToolTip(
      tr("Deadline in ms: finds the lowest clock of the board that meets it; other boards have to meet it too"));
  deadline_->setRange(0, 1e6);
  deadline_->setDecimals(1);
  deadline_->setSpecialValueText(tr("no deadline"));
  deadline_->setSuffix(tr(" ms"));
  deadline_->setKeyboardTracking(false);
  enough_->setObjectName(QStringLiteral("adviceEnough"));
  enough_->setToolTip(tr("Ends the search: what was found by now is the answer"));
  copy_->setObjectName(QStringLiteral("adviceCopy"));
  copy_->setToolTip(tr("Copy the command that does the same without a window"));
  header_->setObjectName(QStringLiteral("adviceHeader"));
  header_->setToolTip(tr("kTensorArenaSize with what is selected, for your firmware"));
  write_->setObjectName(QStringLiteral("adviceWrite"));
  write_->setToolTip(
      tr("The selected version, with its arena size and its operators as C++ headers beside it; TensorFlow "
         "Lite Micro reads it as it is"));
  message_->setObjectName(QStringLiteral("adviceMessage"));
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  message_->setWordWrap(true);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 0);
  bar->addWidget(message_, 1);
  bar->addWidget(deadline_);
  for (QPushButton* button : {enough_, copy_, header_, write_}) bar->addWidget(button);
  auto* parts = new QSplitter(Qt::Horizontal);
  parts->addWidget(list_);
  parts->addWidget(pictures_);
  parts->setStretchFactor(1, 1);
  parts->setSizes({kListWidth, 2 * kListWidth});
  parts->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(bar);
  layout->addWidget(imageNote_);
  layout->addWidget(parts, 1);
}

QString AdvicePanel::message() const { return message_->text(); }

void AdvicePanel::setReport(const ReportPointer& report) {
  imageNote_->setReport(report);
  report_ = report;
  delay_.stop();
  job_.cancel();
  const bool canHelp = report != nullptr && report->arena && report->ok();
  if (canHelp) delay_.start();
  showFound(nullptr, canHelp ? tr("Looking for what would help ...") : QString());
}

void AdvicePanel::setWaiting() { setReport(nullptr); }

void AdvicePanel::start() {
  service::AdviceRequest request;
  request.profile = requestLike(*report_);
  if (deadline_->value() > 0) request.deadline = deadline_->value();
  job_.start(std::move(request));
  showFound(nullptr, tr("Looking for what would help ..."));
}

void AdvicePanel::showFound(const AdvicePointer& found, const QString& text) {
  found_ = found;
  message_->setText(text);
  fillList();
  showSelected();
  emit foundChanged(found_, text);
}

void AdvicePanel::fillList() {
  list_->clear();
  if (found_ == nullptr) return;
  for (const optimization::Suggestion& suggestion : found_->suggestions) list_->addItem(textOf(*found_, suggestion));
  for (const optimization::AdviceReport::Nothing& nothing : found_->nothing) {
    auto* item =
        new QListWidgetItem(tr("%1: nothing to gain").arg(QString::fromLatin1(adviceTitle(nothing.kind))), list_);
    item->setForeground(palette().color(QPalette::PlaceholderText));
    item->setToolTip(QString::fromStdString(nothing.reason));
  }
  for (const optimization::AdviceReport::Nothing& unfinished : found_->unfinished) {
    auto* item =
        new QListWidgetItem(tr("%1: not finished").arg(QString::fromLatin1(adviceTitle(unfinished.kind))), list_);
    item->setToolTip(QString::fromStdString(unfinished.reason));
  }
  list_->setCurrentRow(0);
}

const optimization::Suggestion* AdvicePanel::selected() const {
  const int row = list_->currentRow();
  return found_ == nullptr || row < 0 || static_cast<std::size_t>(row) >= found_->suggestions.size()
             ? nullptr
             : &found_->suggestions[static_cast<std::size_t>(row)];
}

void AdvicePanel::select(int suggestion) { list_->setCurrentRow(suggestion); }

void AdvicePanel::showSelected() {
  const optimization::Suggestion* suggestion = selected();
  enough_->setVisible(job_.running());
  copy_->setEnabled(suggestion != nullptr && !suggestion->command.empty());
  // A version of the model is written with its own.
  header_->setEnabled(suggestion != nullptr && suggestion->after.has_value() && suggestion->model.empty());
  write_->setEnabled(suggestion != nullptr && !suggestion->model.empty());
  pictures_->setEmptyText(found_ != nullptr ? QString() : message_->text());
  if (found_ == nullptr) return pictures_->setReports({});
  // Sharing what was found: each report is part of it.
  std::vector<SideBySideView::Titled> shown = {{tr("as it is"), ReportPointer(found_, &found_->before)}};
  if (suggestion != nullptr && suggestion->after)
    shown.push_back({QString::fromStdString(suggestion->title), ReportPointer(found_, &*suggestion->after)});
  pictures_->setReports(std::move(shown));
  if (suggestion != nullptr)
    message_->setText(QString::fromStdString(suggestion->reason));
  else if (const QListWidgetItem* reason = list_->currentItem())
    message_->setText(reason->toolTip());
}

bool AdvicePanel::say(bool written, const QString& text) {
  message_->setText(text);
  return written;
}

void AdvicePanel::saveSelected() {
  if (selected() == nullptr || selected()->model.empty()) return;
  const QString path =
      askWhereAll(this, tr("Save this version of the model"), *report_, QStringLiteral("_smaller.tflite"));
  if (!path.isEmpty()) writeModelTo(path);
}

bool AdvicePanel::writeModelTo(const QString& path) {
  const optimization::Suggestion* suggestion = selected();
  if (suggestion == nullptr || suggestion->model.empty()) return false;
  const WriteOutcome outcome = writeWithHeaders(path, *suggestion->after, suggestion->model);
  return say(outcome.written, outcome.message);
}

bool AdvicePanel::writeHeaderTo(const QString& path) {
  const optimization::Suggestion* suggestion = selected();
  if (suggestion == nullptr || !suggestion->after || !suggestion->model.empty()) return false;
  const WriteOutcome outcome = writeChosen(path, output::toHeader(*suggestion->after), *report_);
  return say(outcome.written, outcome.message);
}

} // namespace arenascope::ui
