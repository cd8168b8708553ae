#include "ui/panels/calibrate_panel.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/output/answers/calibration_writer.h"
#include "service/profile/image_engine.h"
#include "service/store/result_cache.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/run_settings.h"

namespace arenascope::ui {

constexpr int kLeastPicture = 230; // pixels; names and errors take most of it

// The picture, as high as its rows need.
class CalibrationView : public QWidget {
public:
  CalibrationView() {
    setObjectName(QStringLiteral("calibrationView"));
    setAccessibleName(tr("Measured and computed cycles by operator"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  void setCalibration(const CalibrationPointer& calibration) {
    calibration_ = calibration;
    setFixedHeight(calibration == nullptr ? 120 : static_cast<int>(calibrationHeight(*calibration)));
    update();
  }

  const CalibrationPointer& calibration() const { return calibration_; }

protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QPainter painter(this);
    const Theme theme = Theme::from(palette());
    painter.fillRect(rect(), theme.background);
    if (calibration_ == nullptr)
      drawEmpty(painter, rect(), tr("The times of a device appear here, beside those of this program."), theme);
    else
      calibrationPainter(calibration_)(painter, size(), theme);
  }

private:
  CalibrationPointer calibration_;
};

CalibratePanel::CalibratePanel(QWidget* parent)
    : QWidget(parent), log_(new QPlainTextEdit), conclusion_(new QLabel), view_(new CalibrationView),
      details_(new QPlainTextEdit), compare_(new QPushButton(tr("Compare"))),
      open_(new QPushButton(tr("Open a log..."))), keep_(new QPushButton(tr("Keep the fitted board"))) {
  log_->setObjectName(QStringLiteral("calibrateLog"));
  log_->setAccessibleName(tr("Device log"));
  log_->setPlaceholderText(tr("Paste what the device printed, for example:\nCONV_2D took 5381839 ticks (84 ms).\n"
                              "or its table, trace events as JSON, or\ninference time: 657 ms"));
  log_->setWordWrapMode(QTextOption::WrapAnywhere);
  compare_->setObjectName(QStringLiteral("calibrateButton"));
  keep_->setObjectName(QStringLiteral("calibrateKeep"));
  keep_->setToolTip(tr("Saved under this name in your boards and used from now on (marked \"fitted\")"));
  conclusion_->setObjectName(QStringLiteral("calibrateConclusion"));
  conclusion_->setWordWrap(true);
  conclusion_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  details_->setObjectName(QStringLiteral("calibrateDetails"));
  details_->setAccessibleName(tr("Trials"));
  details_->setReadOnly(true);
  details_->setLineWrapMode(QPlainTextEdit::NoWrap);
  details_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  connect(log_, &QPlainTextEdit::textChanged, this, &CalibratePanel::updateButtons);
  connect(open_, &QPushButton::clicked, this, &CalibratePanel::openLog);
  connect(compare_, &QPushButton::clicked, this, [this] {
    if (job_.running())
      job_.endSearch();
    else
      start();
  });
  connect(keep_, &QPushButton::clicked, this, &CalibratePanel::keepBoard);
  connect(&job_, &CalibrateJob::progress, conclusion_, &QLabel::setText);
  connect(&job_, &CalibrateJob::finished, this, &CalibratePanel::showResult);
  connect(&job_, &CalibrateJob::failed, this, [this](const QString& why) {
    conclusion_->setText(why);
    updateButtons();
  });
  buildLayout();
  setReport(nullptr);
}

void CalibratePanel::buildLayout() {
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(compare_);
  buttons->addWidget(open_);
  buttons->addStretch(1);
  auto* left = new QVBoxLayout;
  left->addWidget(new QLabel(tr("A log of this model on its board:")));
  left->addWidget(log_, 1);
  left->addLayout(buttons);
  auto* scroll = new QScrollArea;
  scroll->setWidget(view_);
  scroll->setWidgetResizable(true);
  auto* parts = new QSplitter(Qt::Horizontal);
  parts->addWidget(scroll);
  parts->addWidget(details_);
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 1);
  // The picture first: what was tried can be scrolled to.
  scroll->setMinimumWidth(static_cast<int>(kLeastPicture * textScale()));
  parts->setCollapsible(0, false);
  parts->setSizes({2 * kLeastPicture, kLeastPicture});
  auto* first = new QHBoxLayout;
  first->addWidget(conclusion_, 1);
  first->addWidget(keep_, 0, Qt::AlignTop);
  auto* right = new QVBoxLayout;
  right->addLayout(first);
  right->addWidget(parts, 1);
  auto* columns = new QHBoxLayout(this);
  columns->addLayout(left, 1);
  columns->addLayout(right, 3);
}

void CalibratePanel::setReport(const ReportPointer& report) {
  const bool other = report == nullptr || report_ == nullptr || report->model.sha256 != report_->model.sha256 ||
                     report->board.has_value() != report_->board.has_value() ||
                     (report->board && report->board->name != report_->board->name);
  report_ = report;
  if (other) {
    job_.cancel();
    view_->setCalibration(nullptr);
    details_->clear();
    keep_->hide();
    conclusion_->setText(report == nullptr ? tr("Open the model that is on the device and choose its board.")
                         : report->board   ? tr("Nothing has been compared yet.")
                                           : tr("Choose the board that the log is of, at the top of the window: "
                                                  "milliseconds need a clock and a memory."));
  }
  updateButtons();
}

PaintPicture CalibratePanel::painter() const {
  return view_->calibration() == nullptr ? PaintPicture() : calibrationPainter(view_->calibration());
}

void CalibratePanel::updateButtons() {
  const bool possible = report_ != nullptr && report_->board && report_->cost;
  compare_->setText(job_.running() ? tr("Stop, keep the best") : tr("Compare"));
  compare_->setEnabled(job_.running() || (possible && !log_->toPlainText().trimmed().isEmpty()));
}

void CalibratePanel::openLog() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Device log"));
  if (path.isEmpty()) return;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return conclusion_->setText(tr("%1: %2").arg(path, file.errorString()));
  logName_ = QFileInfo(path).fileName();
  log_->setPlainText(QString::fromUtf8(file.readAll()));
  if (compare_->isEnabled()) start();
}

void CalibratePanel::start() {
  service::CalibrateRequest request;
  static_cast<report::RunConfiguration&>(request.profile) = *report_;
  request.profile.model = report_->model.path;
  if (report_->firmware) { // which runs as it is
    request.profile.kernels.clear();
    if (const auto image = service::imageOfModel(report_->model.path)) request.profile.model = *image;
  }
  request.profile.cache = service::userCache();
  request.profile.limits = chosenLimits();
  request.log = log_->toPlainText().toStdString();
  request.logName = logName_.isEmpty() ? "the log" : logName_.toStdString();
  keep_->hide();
  job_.start(std::move(request));
  updateButtons();
}

void CalibratePanel::showResult() {
  const CalibrationPointer& result = job_.result();
  view_->setCalibration(result);
  conclusion_->setText(QString::fromStdString(output::conclusionOf(*result)));
  details_->setPlainText(QString::fromStdString(output::attemptsText(*result)));
  keep_->setVisible(result->fitted.has_value());
  updateButtons();
}

void CalibratePanel::keepBoard() {
  const calibration::Calibration& result = *job_.result();
  const Result<std::filesystem::path> file = service::saveFittedBoard(result, result.report.board->name);
  conclusion_->setText(file ? tr("Kept in %1, and used from now on.").arg(QString::fromStdString(file->string()))
                            : QString::fromStdString(file.error().message));
  if (!file) return;
  keep_->hide();
  emit boardSaved();
}

} // namespace arenascope::ui
