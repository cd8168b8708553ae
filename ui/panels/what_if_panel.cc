#include "ui/panels/what_if_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>
#include <utility>

#include "core/interpreter/tflm/revisions.h"
#include "core/report/text/report_text.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/model_files.h"
#include "ui/panels/target_choice.h"
#include "ui/tables/comparison_table.h"

namespace arenascope::ui {

using report::Report;
using report::SharedArena;
using report::SplitArenas;

namespace {

constexpr std::chrono::milliseconds kWhileTyping{200}; // until a number that is being typed or dragged is run
constexpr int kLargestArena = 64 << 20;

std::vector<const Report*> together(const ReportPointer& first, const std::vector<ReportPointer>& others) {
  std::vector<const Report*> all = {first.get()};
  for (const ReportPointer& other : others) all.push_back(other.get());
  return all;
}

} // namespace

WhatIfPanel::WhatIfPanel(QWidget* parent)
    : QWidget(parent), choice_(new TargetChoice(this)), planner_(new QComboBox), revision_(new QComboBox),
      fixed_(new QCheckBox(tr("of exactly"))), size_(new QSpinBox), arrangement_(new QComboBox),
      shared_(new QListWidget), addModel_(new QPushButton(tr("Add a model..."))),
      pin_(new QPushButton(tr("Pin as baseline"))), use_(new QPushButton(tr("Use in the window"))),
      caption_(new QLabel), message_(new QLabel), differences_(new ComparisonModel(this)),
      table_(
          makeComparisonTable(differences_, QStringLiteral("whatIfDifferences"), tr("Differences from the baseline"))) {
  buildControls();
  delay_.setSingleShot(true);
  connect(&delay_, &QTimer::timeout, this, &WhatIfPanel::run);
  const auto touched = [this] {
    touched_ = true;
    changed();
  };
  connect(choice_, &TargetChoice::changed, this, touched);
  connect(planner_, &QComboBox::currentIndexChanged, this, touched);
  connect(revision_, &QComboBox::currentIndexChanged, this, touched);
  connect(arrangement_, &QComboBox::currentIndexChanged, this, &WhatIfPanel::arrange);
  connect(fixed_, &QCheckBox::toggled, this, touched);
  connect(size_, &QSpinBox::valueChanged, this, [this] {
    touched_ = true;
    changed(kWhileTyping);
  });
  connect(addModel_, &QPushButton::clicked, this, &WhatIfPanel::chooseSharedModel);
  connect(pin_, &QPushButton::clicked, this, &WhatIfPanel::pin);
  connect(use_, &QPushButton::clicked, this, [this] { emit wanted(request()); });
  connect(&job_, &BatchJob::progress, this, [this](const QString& step) { message_->setText(step + tr(" ...")); });
  connect(&job_, &BatchJob::allocated, this, &WhatIfPanel::showAllocation);
  connect(&job_, &BatchJob::finished, this,
          [this](const std::shared_ptr<const BatchJob::Results>& results) { showResults(*results); });
  setReport(nullptr);
}

void WhatIfPanel::buildControls() {
  planner_->addItem(tr("greedy"), static_cast<int>(report::Planner::kGreedy));
  planner_->addItem(tr("linear: no sharing"), static_cast<int>(report::Planner::kLinear));
  planner_->setAccessibleName(tr("Planner"));
  planner_->setObjectName(QStringLiteral("whatIfPlanner"));
  for (const tflm::Revision& revision : tflm::kRevisions) {
    const QString who = QString::fromUtf8(revision.who);
    revision_->addItem(QString::fromUtf8(revision.name));
    revision_->setItemData(revision_->count() - 1,
                           tr("%1 of %2%3")
                               .arg(QString::fromUtf8(revision.commit), QString::fromUtf8(revision.when),
                                    who.isEmpty() ? QString() : ": " + who),
                           Qt::ToolTipRole);
  }
  revision_->setAccessibleName(tr("Revision of TFLM"));
  revision_->setObjectName(QStringLiteral("whatIfRevision"));
  size_->setRange(static_cast<int>(report::kArenaStep), kLargestArena);
  size_->setSingleStep(static_cast<int>(report::kArenaStep));
  size_->setSuffix(tr(" bytes"));
  size_->setGroupSeparatorShown(true);
  size_->setAccessibleName(tr("Arena size"));
  size_->setObjectName(QStringLiteral("whatIfSize"));
  fixed_->setObjectName(QStringLiteral("whatIfFixed"));
  fixed_->setToolTip(tr("Is this arena size enough? Drag the line in the charts to change it."));
  arrangement_->addItems(
      {tr("one arena"), tr("two: persistent and non-persistent"), tr("one, shared by several models")});
  arrangement_->setAccessibleName(tr("Arrangement of arenas"));
  arrangement_->setObjectName(QStringLiteral("arrangement"));
  shared_->setAccessibleName(tr("Models that share the arena"));
  shared_->setObjectName(QStringLiteral("sharedModels"));
  shared_->setMaximumHeight(56);
  pin_->setToolTip(tr("From now on everything is compared with this"));
  use_->setObjectName(QStringLiteral("whatIfUse"));
  choice_->target()->setObjectName(QStringLiteral("whatIfTarget"));
  choice_->kernels()->setObjectName(QStringLiteral("whatIfKernels"));
  choice_->board()->setObjectName(QStringLiteral("whatIfBoard"));
  choice_->board()->setMinimumContentsLength(12);
  auto* form = new QFormLayout;
  form->addRow(tr("Target"), choice_->target());
  form->addRow(tr("Kernels"), choice_->kernels());
  form->addRow(tr("Board"), choice_->board());
  form->addRow(tr("TFLM"), revision_);
  form->addRow(tr("Planner"), planner_);
  form->addRow(tr("Arenas"), arrangement_);
  form->addRow(QString(), shared_);
  form->addRow(QString(), addModel_);
  auto* sizeRow = new QHBoxLayout;
  sizeRow->addWidget(fixed_);
  sizeRow->addWidget(size_, 1);
  form->addRow(tr("Arena"), sizeRow);
  for (QComboBox* box : {choice_->target(), choice_->kernels(), choice_->board(), revision_, planner_, arrangement_}) {
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  buildLayout(form);
}

void WhatIfPanel::buildLayout(QFormLayout* form) {
  table_->setMinimumHeight(120);
  for (QLabel* label : {caption_, message_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  message_->setObjectName(QStringLiteral("whatIfMessage"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(pin_);
  buttons->addWidget(use_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 6, 8, 6);
  layout->addLayout(form);
  layout->addLayout(buttons);
  layout->addWidget(caption_);
  layout->addWidget(message_);
  layout->addWidget(table_, 1);
}

void WhatIfPanel::setReport(const ReportPointer& report) {
  const bool otherModel = report == nullptr || baseline_ == nullptr || baseline_->model.sha256 != report->model.sha256;
  if (otherModel) {
    takeBackSettings();
    allocation_.reset();
  }
  const bool follow = otherModel || !touched_;
  report_ = report;
  emit candidateChanged();
  if (follow) {
    baseline_ = report;
    const QSignalBlocker quiet(size_);
    if (report != nullptr && report->arena) size_->setValue(static_cast<int>(report->arena->minimum));
  }
  for (QWidget* widget : std::initializer_list<QWidget*>{choice_->target(), choice_->kernels(), choice_->board(),
                                                         revision_, planner_, fixed_, arrangement_, pin_, use_})
    widget->setEnabled(report != nullptr);
  const bool isImage = report != nullptr && report->firmware;
  use_->setEnabled(report != nullptr && !isImage);
  use_->setToolTip(isImage ? tr("A firmware image runs with the interpreter and kernels that are linked into it; what "
                                "is tried here is its model with ArenaScope's")
                           : tr("The window shows the model with these settings"));
  if (report == nullptr) {
    job_.cancel();
    warmUp_.cancel();
    result_.reset();
    differences_->setRows({}, {}, {});
    caption_->setText(tr("Open a model, change something here, and see what it would do."));
    changed();
    return;
  }
  if (follow)
    choice_->choose(QString::fromStdString(report->target), QString::fromStdString(report->kernels),
                    report->board ? QString::fromStdString(report->board->name) : QString());
  changed();
}

void WhatIfPanel::setWaiting() {
  setReport(nullptr);
  caption_->setText(tr("The model is running..."));
}

// What was tried with one model ends with it.
void WhatIfPanel::takeBackSettings() {
  touched_ = false;
  const QSignalBlocker quietPlanner(planner_);
  const QSignalBlocker quietRevision(revision_);
  const QSignalBlocker quietArrangement(arrangement_);
  const QSignalBlocker quietFixed(fixed_);
  planner_->setCurrentIndex(0);
  revision_->setCurrentIndex(0);
  arrangement_->setCurrentIndex(static_cast<int>(Arrangement::kOne));
  fixed_->setChecked(false);
  shared_->clear();
}

void WhatIfPanel::setArenaSize(double bytes) {
  const auto step = static_cast<int>(report::kArenaStep);
  size_->setValue(static_cast<int>(bytes) / step * step);
}

service::ProfileRequest WhatIfPanel::request() const {
  service::ProfileRequest request;
  request.model = report_->model.path;
  choice_->applyTo(request);
  request.planner = static_cast<report::Planner>(planner_->currentData().toInt());
  request.tflm = revision_->currentText().toStdString();
  if (fixed_->isChecked()) request.arenaBytes = static_cast<std::uint64_t>(size_->value());
  applyRunSettings(request);
  return request;
}

// At once what is known at once; the rest runs.
void WhatIfPanel::changed(std::chrono::milliseconds delay) {
  const bool shared = arrangement() == Arrangement::kShared;
  shared_->setVisible(shared);
  addModel_->setVisible(shared);
  const bool asked = report_ != nullptr && fixed_->isChecked();
  size_->setEnabled(asked);
  showArenaLine();
  if (asked && result_ != nullptr && result_->arena)
    message_->setText(QString::fromStdString(explainArenaSize(*result_, static_cast<std::uint64_t>(size_->value()))));
  stale_ = true;
  if (report_ != nullptr && inView_) delay_.start(delay);
}

// One arena or two are the same run, looked at another way.
void WhatIfPanel::arrange() {
  touched_ = true;
  const bool known = result_ != nullptr && !stale_ && !busy();
  if (!known || arrangement() == Arrangement::kShared) return changed();
  shared_->setVisible(false);
  addModel_->setVisible(false);
  message_->setText(sentence({}, std::nullopt));
  showDifference(*result_, std::nullopt);
  emit arenaShown();
  emit settled();
}

void WhatIfPanel::setInView(bool inView) {
  inView_ = inView;
  emit candidateChanged();
  showArenaLine();
  if (inView && report_ != nullptr && stale_ && !busy()) delay_.start(0);
}

// Only while somebody looks at the panel that it belongs to.
void WhatIfPanel::showArenaLine() {
  const bool asked = inView_ && report_ != nullptr && fixed_->isChecked();
  emit arenaSizeChanged(asked ? std::optional<double>(size_->value()) : std::nullopt);
}

void WhatIfPanel::run() {
  if (report_ == nullptr) return;
  warmUp_.cancel();
  std::vector<service::ProfileRequest> requests = {request()};
  if (arrangement() == Arrangement::kShared)
    for (int i = 0; i < shared_->count(); ++i) {
      service::ProfileRequest other = requests.front();
      other.model = shared_->item(i)->data(Qt::UserRole).toString().toStdString();
      other.arenaBytes = 0;
      other.invoke = false;
      requests.push_back(other);
    }
  job_.start(std::move(requests));
}

void WhatIfPanel::showResults(const BatchJob::Results& results) {
  stale_ = false;
  std::vector<ReportPointer> others;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) {
      message_->setText(QString::fromStdString(results[i].error().message));
      emit settled();
      return;
    }
    auto report = std::make_shared<const Report>(*results[i]);
    i == 0 ? void(result_ = report) : others.push_back(report);
  }
  std::optional<SharedArena> shared;
  if (arrangement() == Arrangement::kShared && !others.empty()) shared = sharedArena(together(result_, others));
  message_->setText(sentence(others, shared));
  allocation_ = result_;
  emit candidateChanged();
  showDifference(*result_, shared);
  emit arenaShown();
  emit settled();
  warmUp();
}

// While somebody reads: what may be asked next has its emulator then, so that answers need not wait for its start.
void WhatIfPanel::warmUp() {
  if (const std::string now = report_->model.sha256 + result_->target; std::exchange(warmed_, now) == now) return;
  std::vector<service::ProfileRequest> requests;
  const auto add = [&](const QString& kernels, const QString& revision) {
    requests.push_back(request());
    requests.back().arenaBytes = 0;
    requests.back().invoke = false;
    requests.back().kernels = kernels.toStdString();
    requests.back().tflm = revision.toStdString();
  };
  constexpr int kMostKernels = 2; // of a chip there are many versions, in one image
  for (int i = 0; i < std::min(choice_->kernels()->count(), kMostKernels); ++i)
    if (i != choice_->kernels()->currentIndex()) add(choice_->kernels()->itemText(i), revision_->currentText());
  add(choice_->kernels()->currentText(), revision_->itemText(revision_->currentIndex() == 0 ? 1 : 0));
  warmUp_.start(std::move(requests));
}

// What does not need the inference is there at once.
void WhatIfPanel::showAllocation(const ReportPointer& report) {
  if (arrangement() == Arrangement::kShared) return;
  allocation_ = report;
  emit candidateChanged();
  showDifference(*report, std::nullopt);
  emit arenaShown();
}

ReportPointer WhatIfPanel::candidate() const {
  const bool comparable = inView_ && touched_ && allocation_ != nullptr && report_ != nullptr && allocation_->arena &&
                          report_->arena && allocation_->model.sha256 == report_->model.sha256;
  if (!comparable) return nullptr;
  const auto place = [](const report::PlannedBuffer& buffer) { return std::pair(buffer.index, buffer.offset); };
  const bool same =
      std::ranges::equal(allocation_->buffers, report_->buffers, {}, place, place) &&
      allocation_->arena->tail == report_->arena->tail && allocation_->arena->minimum == report_->arena->minimum &&
      (!allocation_->cost || !report_->cost || allocation_->cost->total.cycles == report_->cost->total.cycles);
  return same ? nullptr : allocation_;
}

QString WhatIfPanel::sentence(const std::vector<ReportPointer>& others,
                              const std::optional<SharedArena>& shared) const {
  QStringList lines;
  if (fixed_->isChecked() && result_->arena)
    lines << QString::fromStdString(explainArenaSize(*result_, static_cast<std::uint64_t>(size_->value())));
  if (result_->error) lines << tr("Run failed: %1").arg(QString::fromStdString(result_->error->message));
  if (arrangement() == Arrangement::kShared) {
    if (others.empty())
      lines << tr("Add the models that take turns in the same arena.");
    else if (shared) {
      QStringList names;
      for (const std::size_t i : shared->order)
        names << QFileInfo(QString::fromStdString(i == 0 ? result_->model.path : others[i - 1]->model.path))
                     .completeBaseName();
      lines << tr("Least when the interpreters are created in this order: %1.").arg(names.join(tr(", then ")));
    } else {
      lines << tr("The arena of one of these models is not known.");
    }
  }
  if (arrangement() != Arrangement::kOne) lines << tr("Computed by replaying the allocations of the run.");
  return lines.join(QLatin1Char('\n'));
}

// One arena of the baseline against two of the result, and the two of both.
std::vector<ComparisonRow> WhatIfPanel::splitRows(const Report& result) const {
  const auto before = splitArenas(*baseline_);
  const auto now = splitArenas(result);
  const auto row = [&](const QString& name, std::uint64_t SplitArenas::*bytes) {
    const auto read = [bytes](const std::optional<SplitArenas>& split) {
      return split ? std::optional(*split.*bytes) : std::nullopt;
    };
    return ComparisonRow{name, tr("smallest that works, bytes"), {read(before), read(now)}, -1};
  };
  return {row(tr("persistent arena"), &SplitArenas::persistent),
          row(tr("non-persistent arena"), &SplitArenas::nonPersistent),
          {tr("one arena, then both"),
           tr("the baseline's one arena against the sum of the two, bytes"),
           {baseline_->arena ? std::optional(baseline_->arena->minimum) : std::nullopt,
            now ? std::optional(now->together()) : std::nullopt},
           -1}};
}

std::vector<ComparisonRow> WhatIfPanel::sharedRows(const SharedArena& shared) {
  return {{tr("apart, then shared"),
           tr("an arena for each model against one for all, bytes"),
           {shared.apart, shared.minimum},
           -1},
          {tr("shared head"), tr("of the model that needs most, bytes"), {std::nullopt, shared.head}, -1},
          {tr("tails together"), tr("persistent total, bytes"), {std::nullopt, shared.tail}, -1},
          {tr("persistent arena"),
           tr("where the models share two arenas, bytes"),
           {std::nullopt, shared.split.persistent},
           -1},
          {tr("non-persistent arena"),
           tr("where the models share two arenas, bytes"),
           {std::nullopt, shared.split.nonPersistent},
           -1}};
}

void WhatIfPanel::showDifference(const Report& now, const std::optional<SharedArena>& shared) {
  const report::Comparison comparison = report::compareReports({*baseline_, now});
  std::vector<ComparisonRow> rows;
  if (arrangement() == Arrangement::kTwo) rows = splitRows(now);
  if (shared) rows = sharedRows(*shared);
  for (ComparisonRow& row : figureRows(comparison)) rows.push_back(std::move(row));
  caption_->setText(tr("Baseline: %1").arg(QString::fromStdString(describeSettings(*baseline_))));
  differences_->setRows(tr("figure"), {tr("baseline"), tr("now")}, std::move(rows));
  fitColumns(*table_);
}

WhatIfPanel::Arrangement WhatIfPanel::arrangement() const {
  return static_cast<Arrangement>(arrangement_->currentIndex());
}

void WhatIfPanel::addSharedModel(const QString& path) {
  auto* item = new QListWidgetItem(QFileInfo(path).fileName(), shared_);
  item->setData(Qt::UserRole, path);
  item->setToolTip(path);
  changed();
}

void WhatIfPanel::chooseSharedModel() {
  const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Models that share the arena"), {}, modelFilter());
  for (const QString& path : paths) addSharedModel(path);
}

void WhatIfPanel::pin() {
  if (result_ == nullptr) return;
  baseline_ = result_;
  touched_ = true;
  changed();
}

} // namespace arenascope::ui
