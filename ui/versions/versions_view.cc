#include "ui/versions/versions_view.h"

#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <limits>

#include "core/output/answers/advice_writer.h"
#include "core/output/header_writer.h"
#include "core/report/board_fit.h"
#include "ui/charts/arena_frame.h"
#include "ui/panels/image_note.h"
#include "ui/panels/model_files.h"
#include "ui/style/type.h"
#include "ui/tables/comparison_model.h"
#include "ui/tables/table_style.h"
#include "ui/versions/layer_changes.h"
#include "ui/versions/version_line.h"
#include "ui/views/side_by_side_view.h"

namespace arenascope::ui {

VersionsView::VersionsView(VersionSearch& search, QWidget* parent)
    : QWidget(parent), search_(search), tools_(new QWidget), sizes_(new QLabel), state_(new QLabel), fit_(new QSpinBox),
      deadline_(new QDoubleSpinBox), stop_(new QPushButton(tr("Stop, keep the best"))),
      goOn_(new QPushButton(tr("Go on"))), copy_(new QPushButton(tr("Copy command"))),
      leave_(new QPushButton(tr("Stop comparing"))), save_(new QPushButton(tr("Save this model..."))),
      line_(new VersionLine), imageNote_(new ImageNote), message_(new QLabel), pictures_(new SideBySideView),
      tables_(new QTabWidget), changed_(new LayerChangesModel(this)), figures_(new ComparisonModel(this)),
      same_(new LayerChangesModel(this)) {
  setObjectName(QStringLiteral("versions"));
  buildTools();
  buildLayout();
  connect(&search_, &VersionSearch::foundChanged, this, &VersionsView::showFound);
  connect(line_, &VersionLine::versionChosen, this, [this](std::size_t version) {
    touched_ = true;
    showVersion(version);
  });
  connect(fit_, &QSpinBox::valueChanged, this, [this](int kibibytes) {
    wantsFit_ = kibibytes > 0;
    touched_ = false;
    search_.setFit(static_cast<std::uint64_t>(kibibytes) * 1024);
  });
  connect(deadline_, &QDoubleSpinBox::valueChanged, &search_, &VersionSearch::setDeadline);
  connect(stop_, &QPushButton::clicked, &search_, &VersionSearch::stop);
  connect(goOn_, &QPushButton::clicked, &search_, &VersionSearch::goOn);
  connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(chosen().command); });
  connect(save_, &QPushButton::clicked, this, &VersionsView::save);
  connect(leave_, &QPushButton::clicked, this, [this] {
    setComparison(nullptr);
    emit leaveWanted();
  });
  showFound(nullptr, {});
}

void VersionsView::buildTools() {
  sizes_->setObjectName(QStringLiteral("versionSizes"));
  sizes_->setTextFormat(Qt::RichText);
  state_->setObjectName(QStringLiteral("versionState"));
  state_->setProperty("role", QStringLiteral("quiet"));
  fit_->setObjectName(QStringLiteral("versionFit"));
  fit_->setAccessibleName(tr("KiB of arena that there are"));
  fit_->setToolTip(tr("What you have: the smallest change that fits is found and selected"));
  fit_->setRange(0, std::numeric_limits<int>::max() / 1024);
  fit_->setSpecialValueText(tr("any size"));
  fit_->setPrefix(tr("I have "));
  fit_->setSuffix(tr(" KiB"));
  fit_->setGroupSeparatorShown(true);
  fit_->setKeyboardTracking(false);
  deadline_->setObjectName(QStringLiteral("adviceDeadline"));
  deadline_->setAccessibleName(tr("Deadline of an inference in milliseconds"));
  deadline_->setToolTip(
      tr("Deadline in ms: finds the lowest clock of the board that meets it, and only boards that do"));
  deadline_->setRange(0, 1e6);
  deadline_->setDecimals(1);
  deadline_->setSpecialValueText(tr("no deadline"));
  deadline_->setSuffix(tr(" ms"));
  deadline_->setKeyboardTracking(false);
  stop_->setObjectName(QStringLiteral("versionsStop"));
  stop_->setToolTip(tr("Ends the search: what was found by now is the answer"));
  goOn_->setObjectName(QStringLiteral("versionsGoOn"));
  goOn_->setToolTip(tr("Looks on where the search ended; what was found stays"));
  copy_->setObjectName(QStringLiteral("adviceCopy"));
  copy_->setToolTip(tr("Copy the command that does the same without a window"));
  leave_->setObjectName(QStringLiteral("versionsLeave"));
  save_->setObjectName(QStringLiteral("versionsSave"));
  save_->setProperty("role", QStringLiteral("primary"));
  auto* row = new QHBoxLayout(tools_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(scaled(8));
  row->addStretch(1);
  for (QWidget* each : std::initializer_list<QWidget*>{sizes_, leave_, save_}) row->addWidget(each);
}

QTableView* VersionsView::addTable(QAbstractItemModel* model, const char* name, const QString& title) {
  auto* table = new QTableView;
  auto* sorted = new QSortFilterProxyModel(table);
  sorted->setSourceModel(model);
  const bool layers = model != figures_;
  sorted->setSortRole(layers ? LayerChangesModel::kSortRole : Qt::DisplayRole);
  table->setModel(sorted);
  table->setObjectName(QLatin1String(name));
  table->setAccessibleName(title);
  styleTable(*table);
  table->setAlternatingRowColors(false);
  table->setWordWrap(false);
  table->verticalHeader()->setDefaultSectionSize(scaled(23));
  if (layers) {
    table->setItemDelegate(new LayerChangesDelegate(table));
    table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // in the model's order at first
    table->setSortingEnabled(true);
    table->horizontalHeader()->setSectionResizeMode(LayerChangesModel::kBars, QHeaderView::Stretch);
    table->setColumnWidth(LayerChangesModel::kPlace, scaled(60));
    table->setColumnWidth(LayerChangesModel::kLayer, scaled(200));
    connect(table, &QTableView::clicked, this, [this](const QModelIndex& index) {
      const int row = index.data(LayerChangesModel::kOperatorRole).toInt();
      if (row >= 0) emit layerChosen(row);
    });
  }
  tables_->addTab(table, title);
  return table;
}

void VersionsView::buildLayout() {
  message_->setObjectName(QStringLiteral("versionMessage"));
  message_->setProperty("role", QStringLiteral("small"));
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  message_->setWordWrap(true);
  tables_->setObjectName(QStringLiteral("versionTables"));
  tables_->setDocumentMode(true);
  addTable(changed_, "changedLayers", tr("Changed layers"));
  addTable(figures_, "versionFigures", tr("Figures"));
  addTable(same_, "sameLayers", tr("Same layers"));
  pictures_->setOfVersions(true);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(scaled(16), scaled(8), scaled(16), 0);
  row->setSpacing(scaled(8));
  row->addWidget(message_, 1);
  for (QWidget* each : std::initializer_list<QWidget*>{state_, stop_, goOn_, copy_, fit_, deadline_})
    row->addWidget(each);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->addWidget(pictures_);
  parts->addWidget(tables_);
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 1);
  parts->setSizes({scaled(430), scaled(170)});
  parts->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(line_);
  layout->addWidget(imageNote_);
  layout->addLayout(row);
  layout->addWidget(parts, 1);
}

QString VersionsView::message() const { return message_->text(); }

// The smallest change that fits; 0 where there is none.
std::size_t VersionsView::fittingVersion() const {
  const AdvicePointer& found = search_.found();
  const optimization::Suggestion* fitting = found == nullptr ? nullptr : found->fitting();
  for (std::size_t i = 1; fitting != nullptr && i < versions_.size(); ++i)
    if (versions_[i].suggestion == fitting - found->suggestions.data()) return i;
  return 0;
}

void VersionsView::showFound(const AdvicePointer& found, const QString& text) {
  imageNote_->setReport(search_.report());
  if (found == nullptr) touched_ = false;
  state_->setText(found == nullptr      ? text
                  : !text.isEmpty()     ? tr("Looking for savings, %1").arg(text)
                  : found->isComplete() ? QString()
                                        : tr("Not finished"));
  if (found != nullptr && !found->unfinished.empty())
    state_->setToolTip(QString::fromStdString(found->unfinished.front().reason));
  line_->setTarget(found == nullptr ? 0 : found->fit.value_or(0));
  if (comparison_) return showButtons();
  // The version that was chosen stays; otherwise the best, or the one that fits.
  const QString before = touched_ && selected_ < versions_.size() ? versions_[selected_].title : QString();
  std::vector<Version> versions = versionsOf(found);
  std::size_t wanted = 0;
  for (std::size_t i = 1; i < versions.size(); ++i)
    if (before.isEmpty() ? versions[i].suggestion == 0 && versions[i].report != nullptr : versions[i].title == before)
      wanted = i;
  setVersions(std::move(versions), wanted);
  if (!wantsFit_ || touched_ || found == nullptr) return;
  if (const std::size_t fitting = fittingVersion(); fitting > 0) showVersion(fitting);
}

void VersionsView::setComparison(const report::Comparison* comparison) {
  if (comparison == nullptr && !comparison_) return;
  comparison_ = comparison == nullptr ? std::nullopt : std::optional(*comparison);
  if (!comparison_) return showFound(search_.found(), search_.text());
  std::vector<Version> versions = versionsOf(*comparison_);
  const std::size_t last = versions.empty() ? 0 : versions.size() - 1;
  setVersions(std::move(versions), last);
}

void VersionsView::fitInto(std::uint64_t bytes) {
  setComparison(nullptr);
  wantsFit_ = true;
  touched_ = false;
  const QSignalBlocker quiet(fit_);
  fit_->setValue(static_cast<int>(bytes / 1024));
  search_.setFit(bytes);
  showFound(search_.found(), search_.text());
}

void VersionsView::select(int suggestion) {
  setComparison(nullptr);
  touched_ = true;
  for (std::size_t i = 0; i < versions_.size(); ++i)
    if (versions_[i].suggestion == suggestion) return showVersion(i);
}

void VersionsView::setVersions(std::vector<Version> versions, std::size_t selected) {
  versions_ = std::move(versions);
  line_->setVersions(versions_);
  const auto& board = search_.report() == nullptr ? std::nullopt : search_.report()->board;
  const auto fit = board ? report::fitOn(*board, *search_.report()) : std::nullopt;
  line_->setBoard(fit ? fit->arenaCapacity : 0, board ? QString::fromStdString(board->title) : QString());
  showVersion(selected);
}

void VersionsView::showVersion(std::size_t version) {
  selected_ = version;
  line_->setSelected(version);
  showSelected();
}

void VersionsView::showSelected() {
  showPictures();
  showChanges();
  showSizes();
  showButtons();
  if (versions_.empty())
    message_->setText(search_.text());
  else if (selected_ > 0)
    message_->setText(chosen().title + (chosen().costs.isEmpty() ? QString() : QStringLiteral(". ") + chosen().costs));
  else
    message_->setText(versions_.size() == 1 && search_.text().isEmpty()
                          ? tr("Nothing was found that makes the arena smaller.")
                          : tr("Drag along the line to see a version beside the model."));
}

void VersionsView::showPictures() {
  std::vector<SideBySideView::Titled> shown;
  for (std::size_t i = 0; i < versions_.size(); ++i) {
    const bool wanted = i == 0 || i == selected_ || (comparison_ && versions_.size() > 2);
    if (wanted && versions_[i].report != nullptr && versions_[i].report->arena)
      shown.push_back({versions_[i].title, versions_[i].report});
  }
  pictures_->setEmptyText(search_.text());
  pictures_->setReports(std::move(shown));
}

void VersionsView::showChanges() {
  const bool any = !versions_.empty() && selected_ > 0 && chosen().report != nullptr;
  std::optional<report::Comparison> two;
  if (any) two = report::compareReports({*versions_.front().report, *chosen().report});
  changed_->setComparison(two ? &*two : nullptr, true);
  same_->setComparison(two ? &*two : nullptr, false);
  if (two)
    figures_->setRows(tr("Figure"), {tr("before"), tr("after")}, figureRows(*two));
  else
    figures_->setRows({}, {}, {});
  const auto title = [this](int tab, const QString& name, int count) {
    tables_->setTabText(tab, count == 0 ? name : tr("%1  %2").arg(name).arg(count));
  };
  title(0, tr("Changed layers"), changed_->rowCount());
  title(1, tr("Figures"), figures_->rowCount());
  title(2, tr("Same layers"), same_->rowCount());
  tables_->setVisible(any);
}

void VersionsView::showSizes() {
  sizes_->clear();
  if (versions_.empty() || selected_ == 0 || chosen().report == nullptr) return;
  const std::uint64_t before = versions_.front().report->arena->recommended;
  const std::uint64_t after = chosen().report->arena->recommended;
  const Theme theme = Theme::from(palette());
  const QString change = after == before  ? tr("the same")
                         : after < before ? tr("\u2212%1 bytes").arg(groupedText(before - after))
                                          : tr("+%1 bytes").arg(groupedText(after - before));
  sizes_->setText(
      QStringLiteral("<b>%1</b> \u2192 <b style=\"color:%2\">%3</b>&nbsp; %4")
          .arg(groupedText(before), (after <= before ? theme.good : theme.peak).name(), groupedText(after), change));
}

void VersionsView::showButtons() {
  const bool any = !versions_.empty() && selected_ > 0;
  stop_->setVisible(search_.running());
  goOn_->setVisible(!search_.busy() && search_.found() != nullptr && !search_.found()->isComplete());
  leave_->setVisible(comparison_.has_value());
  copy_->setVisible(any && !chosen().command.isEmpty());
  save_->setEnabled(canSave());
  save_->setText(any && chosen().model == nullptr ? tr("Save its header...") : tr("Save this model..."));
  save_->setToolTip(any && chosen().model == nullptr
                        ? tr("kTensorArenaSize with what is selected, for your firmware")
                        : tr("The model with its header and its resolver beside it, named for it"));
}

bool VersionsView::canSave() const {
  return !versions_.empty() && selected_ > 0 && chosen().report != nullptr && chosen().report->arena;
}

void VersionsView::save() {
  if (!canSave()) return;
  const report::Report& original = *versions_.front().report;
  if (chosen().model == nullptr) {
    // Not the name of the header that the model has as it is.
    const QString ending = QStringLiteral("_%1_arena.h").arg(QLatin1String(chosen().kind));
    const QString path = askWhere(this, tr("Save the size as a header"), original, ending, tr("C++ headers (*.h)"));
    if (!path.isEmpty()) saveHeaderTo(path);
    return;
  }
  const QString path =
      askWhereAll(this, tr("Save this version of the model"), original, QStringLiteral("_smaller.tflite"));
  if (!path.isEmpty()) saveTo(path);
}

bool VersionsView::say(bool written, const QString& text) {
  message_->setText(text);
  return written;
}

bool VersionsView::saveTo(const QString& path) {
  if (!canSave() || chosen().model == nullptr) return false;
  const WriteOutcome outcome = writeWithHeaders(path, *chosen().report, *chosen().model);
  return say(outcome.written, outcome.message);
}

bool VersionsView::saveHeaderTo(const QString& path) {
  if (!canSave() || chosen().model != nullptr) return false;
  const WriteOutcome outcome = writeChosen(path, output::toHeader(*chosen().report), *versions_.front().report);
  return say(outcome.written, outcome.message);
}

} // namespace arenascope::ui
