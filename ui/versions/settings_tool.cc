#include "ui/versions/settings_tool.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <utility>

#include "core/interpreter/tflm/revisions.h"
#include "core/report/text/report_text.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/model_files.h"
#include "ui/panels/target_choice.h"
#include "ui/style/type.h"

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

SettingsTool::SettingsTool(QWidget* parent)
    : QWidget(parent), choice_(new TargetChoice(this)), planner_(new QComboBox), revision_(new QComboBox),
      fixed_(new QCheckBox(tr("of exactly"))), size_(new QSpinBox), arrangement_(new QComboBox),
      shared_(new QListWidget), addModel_(new QPushButton(tr("Add a model..."))), use_(new QPushButton(tr("Apply"))),
      message_(new QLabel) {
  buildControls();
  delay_.setSingleShot(true);
  connect(&delay_, &QTimer::timeout, this, &SettingsTool::run);
  const auto touched = [this] { touch(); };
  connect(choice_, &TargetChoice::changed, this, touched);
  connect(planner_, &QComboBox::currentIndexChanged, this, touched);
  connect(revision_, &QComboBox::currentIndexChanged, this, touched);
  connect(arrangement_, &QComboBox::currentIndexChanged, this, &SettingsTool::arrange);
  connect(fixed_, &QCheckBox::toggled, this, touched);
  connect(size_, &QSpinBox::valueChanged, this, [this] { touch(kWhileTyping); });
  connect(addModel_, &QPushButton::clicked, this, &SettingsTool::chooseSharedModel);
  connect(use_, &QPushButton::clicked, this, [this] { emit wanted(request()); });
  connect(&job_, &BatchJob::progress, this, [this](const QString& step) { message_->setText(step + tr(" ...")); });
  // What does not need the inference is there at once.
  connect(&job_, &BatchJob::allocated, this, [this](const ReportPointer& report) {
    if (arrangement() == Arrangement::kShared) return;
    allocation_ = report;
    emit changed();
  });
  connect(&job_, &BatchJob::finished, this,
          [this](const std::shared_ptr<const BatchJob::Results>& results) { showResults(*results); });
  setReport(nullptr);
}

void SettingsTool::buildControls() {
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
  fixed_->setToolTip(tr("Is this arena size enough? Drag the line in Running and Setting up to change it."));
  arrangement_->addItems({tr("one arena"), tr("persistent and non-persistent"), tr("shared by several models")});
  arrangement_->setAccessibleName(tr("Arrangement of arenas"));
  arrangement_->setObjectName(QStringLiteral("arrangement"));
  shared_->setAccessibleName(tr("Models that share the arena"));
  shared_->setObjectName(QStringLiteral("sharedModels"));
  shared_->setMaximumHeight(scaled(56));
  use_->setObjectName(QStringLiteral("whatIfUse"));
  choice_->target()->setObjectName(QStringLiteral("whatIfTarget"));
  choice_->kernels()->setObjectName(QStringLiteral("whatIfKernels"));
  choice_->board()->setObjectName(QStringLiteral("whatIfBoard"));
  layOutControls();
}

void SettingsTool::layOutControls() {
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(scaled(8));
  form->setVerticalSpacing(scaled(6));
  const auto addRow = [form](const QString& name, QWidget* field) {
    auto* label = new QLabel(name);
    label->setProperty("role", QStringLiteral("small"));
    form->addRow(label, field);
  };
  addRow(tr("Target"), choice_->target());
  addRow(tr("Kernels"), choice_->kernels());
  addRow(tr("Board"), choice_->board());
  addRow(tr("TFLM"), revision_);
  addRow(tr("Planner"), planner_);
  addRow(tr("Arenas"), arrangement_);
  form->addRow(shared_);
  form->addRow(addModel_);
  auto* sizeRow = new QWidget;
  auto* inSize = new QHBoxLayout(sizeRow);
  inSize->setContentsMargins(0, 0, 0, 0);
  inSize->addWidget(fixed_);
  inSize->addWidget(size_, 1);
  size_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  addRow(tr("Arena"), sizeRow);
  for (QComboBox* box : {choice_->target(), choice_->kernels(), choice_->board(), revision_, planner_, arrangement_}) {
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->setMinimumContentsLength(4);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  buildLayout(form);
}

void SettingsTool::buildLayout(QFormLayout* form) {
  message_->setWordWrap(true);
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  message_->setObjectName(QStringLiteral("whatIfMessage"));
  message_->setProperty("role", QStringLiteral("small"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(scaled(8));
  layout->addLayout(form);
  layout->addWidget(use_);
  layout->addWidget(message_);
  layout->addStretch(1);
}

void SettingsTool::setReport(const ReportPointer& report) {
  const bool otherModel = report == nullptr || report_ == nullptr || report_->model.sha256 != report->model.sha256;
  const bool applied = report != nullptr && result_ != nullptr && sameRun(*report, *result_);
  if (otherModel || applied) takeBackSettings();
  report_ = report;
  if (!touched_ && report != nullptr && report->arena) {
    const QSignalBlocker quiet(size_);
    size_->setValue(static_cast<int>(report->arena->minimum));
  }
  for (QWidget* widget : std::initializer_list<QWidget*>{choice_->target(), choice_->kernels(), choice_->board(),
                                                         revision_, planner_, fixed_, arrangement_})
    widget->setEnabled(report != nullptr);
  const bool isImage = report != nullptr && report->firmware;
  use_->setEnabled(report != nullptr && !isImage);
  use_->setToolTip(isImage ? tr("A firmware image runs with the interpreter and kernels that are linked into it; what "
                                "is tried here is its model with ArenaScope's")
                           : tr("The window shows the model with these settings"));
  if (report == nullptr) {
    job_.cancel();
    warmUp_.cancel();
  } else if (!touched_) {
    const QSignalBlocker quietPlanner(planner_);
    const QSignalBlocker quietRevision(revision_);
    choice_->choose(QString::fromStdString(report->target), QString::fromStdString(report->kernels),
                    report->board ? QString::fromStdString(report->board->name) : QString());
    planner_->setCurrentIndex(planner_->findData(static_cast<int>(report->planner)));
    revision_->setCurrentText(QString::fromStdString(report->tflm));
  }
  ask(std::chrono::milliseconds(0));
}

// What was tried with one model ends with it.
void SettingsTool::takeBackSettings() {
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
  result_.reset();
  allocation_.reset();
  others_.clear();
  sharing_.reset();
  emit changed();
}

void SettingsTool::setOpen(bool open) {
  if (open == open_) return;
  open_ = open;
  if (!open) takeBackSettings();
  if (!open || report_ == nullptr) return showArenaLine();
  setReport(report_); // the window's settings are those to begin with
}

void SettingsTool::setArenaSize(double bytes) {
  const auto step = static_cast<int>(report::kArenaStep);
  size_->setValue(static_cast<int>(bytes) / step * step);
}

service::ProfileRequest SettingsTool::request() const {
  service::ProfileRequest request;
  request.model = report_->model.path;
  choice_->applyTo(request);
  request.planner = static_cast<report::Planner>(planner_->currentData().toInt());
  request.tflm = revision_->currentText().toStdString();
  if (fixed_->isChecked()) request.arenaBytes = static_cast<std::uint64_t>(size_->value());
  applyRunSettings(request);
  return request;
}

void SettingsTool::touch(std::chrono::milliseconds delay) {
  touched_ = true;
  ask(delay);
}

// At once what is known at once; the rest runs.
void SettingsTool::ask(std::chrono::milliseconds delay) {
  const bool shared = arrangement() == Arrangement::kShared;
  shared_->setVisible(shared);
  addModel_->setVisible(shared);
  const bool asked = report_ != nullptr && fixed_->isChecked();
  size_->setEnabled(asked);
  showArenaLine();
  if (asked && result_ != nullptr && result_->arena)
    message_->setText(QString::fromStdString(explainArenaSize(*result_, static_cast<std::uint64_t>(size_->value()))));
  stale_ = true;
  if (report_ != nullptr && open_) delay_.start(delay);
}

// One arena or two are the same run, looked at another way.
void SettingsTool::arrange() {
  const bool known = result_ != nullptr && !stale_ && !busy();
  if (!known || arrangement() == Arrangement::kShared) return touch();
  touched_ = true;
  shared_->setVisible(false);
  addModel_->setVisible(false);
  others_.clear();
  sharing_.reset();
  message_->setText(sentence());
  emit changed();
  emit settled();
}

void SettingsTool::showArenaLine() {
  const bool asked = open_ && report_ != nullptr && fixed_->isChecked();
  emit arenaSizeChanged(asked ? std::optional<double>(size_->value()) : std::nullopt);
}

void SettingsTool::run() {
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

void SettingsTool::showResults(const BatchJob::Results& results) {
  stale_ = false;
  others_.clear();
  sharing_.reset();
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) {
      message_->setText(QString::fromStdString(results[i].error().message));
      emit settled();
      return;
    }
    auto report = std::make_shared<const Report>(*results[i]);
    i == 0 ? void(result_ = report) : others_.push_back(report);
  }
  if (arrangement() == Arrangement::kShared && !others_.empty()) sharing_ = sharedArena(together(result_, others_));
  message_->setText(sentence());
  allocation_ = result_;
  emit changed();
  emit settled();
  warmUp();
}

// While somebody reads: what may be asked next has its emulator then, so that answers need not wait for its start.
void SettingsTool::warmUp() {
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

ReportPointer SettingsTool::candidate() const {
  const bool comparable = open_ && touched_ && allocation_ != nullptr && report_ != nullptr && allocation_->arena &&
                          report_->arena && allocation_->model.sha256 == report_->model.sha256;
  if (!comparable) return nullptr;
  const auto place = [](const report::PlannedBuffer& buffer) { return std::pair(buffer.index, buffer.offset); };
  const bool same =
      std::ranges::equal(allocation_->buffers, report_->buffers, {}, place, place) &&
      allocation_->arena->tail == report_->arena->tail && allocation_->arena->minimum == report_->arena->minimum &&
      (!allocation_->cost || !report_->cost || allocation_->cost->total.cycles == report_->cost->total.cycles);
  return same ? nullptr : allocation_;
}

std::optional<Version> SettingsTool::version() const {
  if (!open_ || !touched_ || report_ == nullptr || allocation_ == nullptr || !allocation_->arena) return std::nullopt;
  Version version;
  version.origin = Version::Origin::kSettings;
  version.title = title();
  version.costs = sentence();
  version.report = allocation_;
  version.ending = QStringLiteral("_settings");
  version.growth = cyclesGrowth(*report_, *allocation_);
  if (arrangement() == Arrangement::kTwo) version.figures = splitRows();
  if (sharing_) version.figures = sharedRows();
  return version;
}

// What is changed: "reference kernels, two arenas".
QString SettingsTool::title() const {
  QStringList parts;
  if (const std::string change = describeChange(*report_, *allocation_); !change.empty())
    parts << QString::fromStdString(change);
  if (fixed_->isChecked())
    parts << tr("an arena of %1 bytes").arg(groupedText(static_cast<std::uint64_t>(size_->value())));
  if (arrangement() == Arrangement::kTwo) parts << tr("two arenas");
  if (arrangement() == Arrangement::kShared) parts << tr("an arena shared by several models");
  if (parts.isEmpty()) return tr("The same settings");
  return tr("With %1").arg(parts.join(QStringLiteral(", ")));
}

QString SettingsTool::sentence() const {
  QStringList lines;
  if (result_ == nullptr) return {};
  if (fixed_->isChecked() && result_->arena)
    lines << QString::fromStdString(explainArenaSize(*result_, static_cast<std::uint64_t>(size_->value())));
  if (result_->error) lines << tr("Run failed: %1").arg(QString::fromStdString(result_->error->message));
  if (arrangement() == Arrangement::kShared) {
    if (others_.empty())
      lines << tr("Add the models that take turns in the same arena.");
    else if (sharing_) {
      QStringList names;
      for (const std::size_t i : sharing_->order)
        names << QFileInfo(QString::fromStdString(i == 0 ? result_->model.path : others_[i - 1]->model.path))
                     .completeBaseName();
      lines << tr("Least when the interpreters are created in this order: %1.").arg(names.join(tr(", then ")));
    } else {
      lines << tr("The arena of one of these models is not known.");
    }
  }
  if (arrangement() != Arrangement::kOne) lines << tr("Computed by replaying the allocations of the run.");
  return lines.join(QLatin1Char('\n'));
}

// One arena of the window's model against two of the result, and the two of both.
std::vector<ComparisonRow> SettingsTool::splitRows() const {
  const auto before = splitArenas(*report_);
  const auto now = splitArenas(*allocation_);
  const auto row = [&](const QString& name, std::uint64_t SplitArenas::*bytes) {
    const auto read = [bytes](const std::optional<SplitArenas>& split) {
      return split ? std::optional(*split.*bytes) : std::nullopt;
    };
    return ComparisonRow{name, tr("smallest that works, bytes"), {read(before), read(now)}};
  };
  return {row(tr("persistent arena"), &SplitArenas::persistent),
          row(tr("non-persistent arena"), &SplitArenas::nonPersistent),
          {tr("one arena, then both"),
           tr("one arena before against the sum of the two, bytes"),
           {report_->arena ? std::optional(report_->arena->minimum) : std::nullopt,
            now ? std::optional(now->together()) : std::nullopt}}};
}

std::vector<ComparisonRow> SettingsTool::sharedRows() const {
  return {{tr("apart, then shared"),
           tr("an arena for each model against one for all, bytes"),
           {sharing_->apart, sharing_->minimum}},
          {tr("shared head"), tr("of the model that needs most, bytes"), {std::nullopt, sharing_->head}},
          {tr("tails together"), tr("persistent total, bytes"), {std::nullopt, sharing_->tail}},
          {tr("persistent arena"),
           tr("where the models share two arenas, bytes"),
           {std::nullopt, sharing_->split.persistent}},
          {tr("non-persistent arena"),
           tr("where the models share two arenas, bytes"),
           {std::nullopt, sharing_->split.nonPersistent}}};
}

SettingsTool::Arrangement SettingsTool::arrangement() const {
  return static_cast<Arrangement>(arrangement_->currentIndex());
}

void SettingsTool::addSharedModel(const QString& path) {
  auto* item = new QListWidgetItem(QFileInfo(path).fileName(), shared_);
  item->setData(Qt::UserRole, path);
  item->setToolTip(path);
  touch();
}

void SettingsTool::chooseSharedModel() {
  const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Models that share the arena"), {}, modelFilter());
  for (const QString& path : paths) addSharedModel(path);
}

} // namespace arenascope::ui
