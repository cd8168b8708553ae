#include "ui/panels/explain_panel.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "emulator/session/result_cache.h"

namespace arenascope::ui {

ExplainPanel::ExplainPanel(QWidget* parent)
    : QWidget(parent), message_(new QPlainTextEdit), answer_(new QPlainTextEdit),
      explain_(new QPushButton(tr("Explain"))) {
  message_->setObjectName(QStringLiteral("explainMessage"));
  message_->setAccessibleName(tr("What the device printed"));
  message_->setPlaceholderText(tr("Paste what the device printed, for example:\n"
                                  "Failed to resize buffer. Requested: 19440, available 11876, missing: 7564"));
  answer_->setObjectName(QStringLiteral("explainAnswer"));
  answer_->setAccessibleName(tr("What it means"));
  answer_->setReadOnly(true);
  answer_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  explain_->setObjectName(QStringLiteral("explainButton"));
  connect(message_, &QPlainTextEdit::textChanged, this, &ExplainPanel::updateButton);
  connect(explain_, &QPushButton::clicked, this, &ExplainPanel::start);
  connect(&job_, &ExplainJob::finished, this, [this](const std::shared_ptr<const session::ExplainedText>& explained) {
    answer_->setPlainText(QString::fromStdString(diagnosis::toText(explained->explanation, explained->reports, false)));
    updateButton();
  });
  connect(&job_, &ExplainJob::failed, this, [this](const QString& why) {
    answer_->setPlainText(why);
    updateButton();
  });

  auto* left = new QVBoxLayout;
  left->addWidget(new QLabel(tr("A message of TensorFlow Lite Micro, or a whole log:")));
  left->addWidget(message_, 1);
  left->addWidget(explain_, 0, Qt::AlignLeft);
  auto* columns = new QHBoxLayout(this);
  columns->addLayout(left, 2);
  columns->addWidget(answer_, 3);
  setReport(nullptr);
}

void ExplainPanel::setReport(const ReportPointer& report) {
  if (report == nullptr || report_ == nullptr || report->model.sha256 != report_->model.sha256) {
    job_.cancel();
    answer_->clear();
  }
  report_ = report;
  answer_->setPlaceholderText(report == nullptr
                                  ? tr("Open the model that is on the device, paste what it printed: which section is "
                                       "too small, which operator asked for it, how large the arena must be.")
                                  : tr("Nothing has been explained yet."));
  updateButton();
}

void ExplainPanel::updateButton() {
  explain_->setEnabled(report_ != nullptr && !job_.running() && !message_->toPlainText().trimmed().isEmpty());
}

void ExplainPanel::start() {
  session::ExplainRequest request;
  request.profile.model = report_->model.path;
  request.profile.target = report_->target;
  request.profile.kernels = report_->kernels;
  request.profile.cache = session::userCache();
  request.text = message_->toPlainText().toStdString();
  answer_->setPlainText(tr("Running the model with every kernel set..."));
  job_.start(std::move(request));
  updateButton();
}

} // namespace arenascope::ui
