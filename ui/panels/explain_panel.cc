#include "ui/panels/explain_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <functional>

#include "core/output/answers/explanation_writer.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/model_files.h"
#include "ui/style/type.h"

namespace arenascope::ui {

namespace {

// Tells when something was pasted: nobody pastes a log to look at it.
class PasteBox : public QPlainTextEdit {
public:
  explicit PasteBox(std::function<void()> pasted) : pasted_(std::move(pasted)) {}

protected:
  void insertFromMimeData(const QMimeData* source) override {
    QPlainTextEdit::insertFromMimeData(source);
    pasted_();
  }

private:
  std::function<void()> pasted_;
};

} // namespace

ExplainPanel::ExplainPanel(QWidget* parent)
    : QWidget(parent), message_(new PasteBox([this] {
        if (explain_->isEnabled()) start();
      })),
      size_(new QLabel), answer_(new QPlainTextEdit), explain_(new QPushButton(tr("Explain"))),
      copy_(new QPushButton(tr("Copy"))) {
  message_->setObjectName(QStringLiteral("explainMessage"));
  message_->setAccessibleName(tr("Device log"));
  message_->setPlaceholderText(tr("Paste what the device printed, for example:\n"
                                  "Failed to resize buffer. Requested: 19440, available 11876, missing: 7564"));
  // Looking for words to wrap at in a line of hundreds of kilobytes takes half a minute.
  message_->setWordWrapMode(QTextOption::WrapAnywhere);
  answer_->setObjectName(QStringLiteral("explainAnswer"));
  answer_->setAccessibleName(tr("Explanation"));
  answer_->setReadOnly(true);
  answer_->setFont(codeFont(kSmallText));
  explain_->setObjectName(QStringLiteral("explainButton"));
  connect(message_, &QPlainTextEdit::textChanged, this, &ExplainPanel::updateButton);
  connect(explain_, &QPushButton::clicked, this, &ExplainPanel::start);
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(sizeLine_); });
  connect(&job_, &ExplainJob::finished, this,
          [this](const std::shared_ptr<const service::ExplainedText>& explained) { showAnswer(*explained); });
  connect(&job_, &ExplainJob::failed, this, [this](const QString& why) {
    answer_->setPlainText(why);
    updateButton();
  });

  size_->setObjectName(QStringLiteral("explainSize"));
  size_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  size_->setWordWrap(true);
  size_->setFont(textFont(kTitleText, QFont::DemiBold));
  copy_->setObjectName(QStringLiteral("explainCopy"));
  copy_->setToolTip(tr("Copy the line for your firmware"));
  auto* first = new QHBoxLayout;
  first->addWidget(size_, 1);
  first->addWidget(copy_, 0, Qt::AlignTop);
  auto* right = new QVBoxLayout;
  right->addLayout(first);
  right->addWidget(answer_, 1);
  auto* left = new QVBoxLayout;
  left->addWidget(new QLabel(tr("A message of TensorFlow Lite Micro, or a whole log:")));
  left->addWidget(message_, 1);
  left->addWidget(explain_, 0, Qt::AlignLeft);
  auto* columns = new QHBoxLayout(this);
  columns->addLayout(left, 2);
  columns->addLayout(right, 3);
  setReport(nullptr);
}

void ExplainPanel::setReport(const ReportPointer& report) {
  if (report == nullptr || report_ == nullptr || report->model.sha256 != report_->model.sha256) {
    job_.cancel();
    answer_->clear();
    sizeLine_.clear();
  }
  report_ = report;
  answer_->setPlaceholderText(report == nullptr
                                  ? tr("Open the model that is on the device, paste what it printed: which section is "
                                       "too small, which operator asked for it, how large the arena must be.")
                                  : tr("Nothing has been explained yet."));
  answer_->viewport()->update(); // the text before would stay below a shorter one
  updateButton();
}

void ExplainPanel::updateButton() {
  explain_->setEnabled(report_ != nullptr && !job_.running() && !message_->toPlainText().trimmed().isEmpty());
  size_->setVisible(!sizeLine_.isEmpty());
  copy_->setVisible(!sizeLine_.isEmpty());
}

void ExplainPanel::showAnswer(const service::ExplainedText& explained) {
  answer_->setPlainText(QString::fromStdString(output::toText(explained.explanation, explained.reports, false)));
  if (const auto size = sizeThatWillDo(explained.explanation, explained.reports, *report_)) {
    sizeLine_ = arenaSizeLine(size->bytes);
    size_->setText(QString::fromStdString(describe(*size, explained.reports)));
  }
  updateButton();
}

void ExplainPanel::start() {
  sizeLine_.clear();
  service::ExplainRequest request;
  request.profile = requestLike(*report_);
  request.profile.guard = false; // nothing runs there that could be watched on all targets
  request.text = message_->toPlainText().toStdString();
  answer_->setPlainText(tr("Running the model with every kernel set..."));
  job_.start(std::move(request));
  updateButton();
}

} // namespace arenascope::ui
