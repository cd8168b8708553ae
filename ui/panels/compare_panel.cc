#include "ui/panels/compare_panel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include "emulator/engine/target.h"
#include "service/profile/kernel_sets.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/model_files.h"
#include "ui/tables/comparison_model.h"
#include "ui/tables/comparison_table.h"

namespace arenascope::ui {

namespace {

QString namesOf(const QStringList& paths) {
  QStringList names;
  for (const QString& path : paths) names << QFileInfo(path).fileName();
  return names.join(QStringLiteral(", "));
}

} // namespace

ComparePanel::ComparePanel(Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), with_(new QComboBox), measure_(new QComboBox), message_(new QLabel),
      figures_(new ComparisonModel(this)), operators_(new ComparisonModel(this)),
      figureTable_(makeComparisonTable(figures_, QStringLiteral("compareFigures"), tr("Figures of both sides"))),
      operatorTable_(
          makeComparisonTable(operators_, QStringLiteral("compareOperators"), tr("Operators of both sides"))) {
  buildLayout();
  connect(with_, &QComboBox::activated, this, &ComparePanel::choose);
  connect(measure_, &QComboBox::currentIndexChanged, this, [this] { showOperators(); });
  connect(operatorTable_, &QTableView::clicked, this, [this](const QModelIndex& index) {
    const int op = index.data(ComparisonModel::kOperatorRole).toInt();
    if (op >= 0) selection_.selectOperator(op);
  });
  connect(&job_, &BatchJob::progress, this, [this](const QString& step) { say(tr("%1 ...").arg(step)); });
  connect(&job_, &BatchJob::finished, this,
          [this](const std::shared_ptr<const BatchJob::Results>& results) { showOthers(*results); });
  setReport(nullptr);
}

void ComparePanel::buildLayout() {
  with_->setObjectName(QStringLiteral("compareWith"));
  with_->setAccessibleName(tr("Compare with"));
  with_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  measure_->setObjectName(QStringLiteral("compareMeasure"));
  measure_->setAccessibleName(tr("Compared of each operator"));
  for (const report::OperatorColumn* column : columnsOf(&report::ColumnRanks::json))
    measure_->addItem(QString::fromUtf8(column->title), QString::fromUtf8(column->name));
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* bar = new QHBoxLayout;
  bar->addWidget(new QLabel(tr("Compare with")));
  bar->addWidget(with_);
  bar->addWidget(message_, 1);
  bar->addWidget(new QLabel(tr("Per operator")));
  bar->addWidget(measure_);
  auto* tables = new QSplitter(Qt::Horizontal);
  tables->addWidget(figureTable_);
  tables->addWidget(operatorTable_);
  tables->setStretchFactor(0, 1);
  tables->setStretchFactor(1, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 0);
  layout->addLayout(bar);
  layout->addWidget(tables, 1);
}

void ComparePanel::say(const QString& text) {
  message_->setText(text);
  message_->setToolTip(text);
}

void ComparePanel::setReport(const ReportPointer& report) {
  report_ = report;
  stale_ = true;
  job_.cancel();
  fillChoices();
  with_->setEnabled(report_ != nullptr);
  measure_->setEnabled(report_ != nullptr);
  if (report_ != nullptr && (inView_ || (versionsInView_ && wantModels_))) {
    start();
    return;
  }
  if (report_ != nullptr) return;
  comparison_.reset();
  figures_->setRows({}, {}, {});
  operators_->setRows({}, {}, {});
  emit compared(nullptr);
  say(tr("Open a model to see it beside another kernel set, target or model."));
}

void ComparePanel::setWaiting() {
  setReport(nullptr);
  say(tr("The model is running..."));
}

void ComparePanel::forgetModels() {
  otherModels_.clear();
  wantModels_ = false;
}

// What the model can be compared with, the other kernel set of its own target first. The choice stays where it can.
void ComparePanel::fillChoices() {
  const QSignalBlocker quiet(with_);
  const QString chosen = with_->currentText();
  with_->clear();
  choices_.clear();
  if (report_ == nullptr) return;
  const auto add = [&](const engine::Target& target) {
    for (const std::string& set : service::kernelSets(target)) {
      if (target.name == report_->target && set == report_->kernels) continue;
      const QString kernels = tr("%1 kernels").arg(QString::fromStdString(set));
      const QString name =
          target.name == report_->target ? kernels : tr("%1, %2").arg(QString::fromStdString(target.name), kernels);
      choices_.push_back({name, target.name, set});
      with_->addItem(name);
    }
  };
  if (const engine::Target* own = engine::findTarget(report_->target); own != nullptr) add(*own);
  for (const engine::Target& target : engine::targets())
    if (target.name != report_->target) add(target);
  if (!otherModels_.isEmpty()) with_->addItem(namesOf(otherModels_));
  with_->addItem(tr("Another model..."));
  with_->setCurrentIndex(wantModels_ ? static_cast<int>(choices_.size()) : std::max(0, with_->findText(chosen)));
}

void ComparePanel::choose(int index) {
  if (index == with_->count() - 1) {
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Compare with models"), otherModels_.value(0), modelFilter());
    if (!paths.isEmpty()) compareWithModels(paths);
    return;
  }
  wantModels_ = index >= static_cast<int>(choices_.size());
  stale_ = true;
  start();
}

void ComparePanel::compareWithModels(const QStringList& paths) {
  otherModels_ = paths;
  wantModels_ = true;
  fillChoices();
  stale_ = true;
  start();
}

void ComparePanel::setVersionsInView(bool inView) {
  versionsInView_ = inView;
  if (inView && wantModels_ && report_ != nullptr && stale_ && !job_.running()) start();
}

void ComparePanel::setInView(bool inView) {
  inView_ = inView;
  if (inView && report_ != nullptr && stale_ && !job_.running()) start();
}

void ComparePanel::start() {
  if (report_ == nullptr) return;
  service::ProfileRequest request = requestLike(*report_);
  request.planner = report_->planner;
  const auto index = static_cast<std::size_t>(std::max(0, with_->currentIndex()));
  const bool otherModels = index >= choices_.size();
  if (!otherModels) {
    request.target = choices_[index].target;
    request.kernels = choices_[index].kernels;
  }
  if (request.target != report_->target) request.board.reset();
  applyRunSettings(request);
  std::vector<service::ProfileRequest> requests;
  if (!otherModels) requests.push_back(request);
  for (const QString& model : otherModels ? otherModels_ : QStringList()) {
    request.model = model.toStdString();
    requests.push_back(request);
  }
  job_.start(std::move(requests));
}

void ComparePanel::showOthers(const BatchJob::Results& results) {
  stale_ = false;
  std::vector<report::Report> reports = {*report_};
  QStringList problems;
  for (const Result<report::Report>& result : results) {
    if (result)
      reports.push_back(*result);
    else
      problems << QString::fromStdString(result.error().message);
  }
  if (reports.size() > 1) {
    comparison_ = report::compareReports(std::move(reports));
    showComparison();
    emit compared(&*comparison_);
  }
  if (!problems.isEmpty()) say(problems.join(QLatin1Char('\n')));
  emit settled();
}

void ComparePanel::showComparison() {
  QStringList titles;
  for (const std::string& title : comparison_->titles) titles << QString::fromStdString(title);
  figures_->setRows(tr("figure"), titles, figureRows(*comparison_));
  fitColumns(*figureTable_);
  showOperators();
  const report::Report& other = comparison_->reports.back();
  if (other.error)
    say(QString::fromStdString(comparison_->titles.back() + ": " + other.error->message));
  else if (!comparison_->outputsIdentical)
    say({});
  else
    say(*comparison_->outputsIdentical ? tr("The outputs are the same, byte for byte.") : tr("The outputs differ."));
}

void ComparePanel::showOperators() {
  if (!comparison_) return;
  QStringList titles;
  for (const std::string& title : comparison_->titles) titles << QString::fromStdString(title);
  operators_->setRows(
      tr("operator"), titles,
      operatorRows(*comparison_, report::operatorColumn(measure_->currentData().toString().toStdString())));
  fitColumns(*operatorTable_);
}

} // namespace arenascope::ui
