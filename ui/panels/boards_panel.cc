#include "ui/panels/boards_panel.h"

#include <fmt/format.h>

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <filesystem>

#include "emulator/engine/target.h"
#include "service/profile/requested_target.h"
#include "service/store/boards.h"
#include "ui/charts/arena_frame.h"
#include "ui/jobs/run_settings.h"
#include "ui/panels/image_note.h"
#include "ui/tables/boards_model.h"
#include "ui/tables/cell_delegate.h"
#include "ui/tables/table_style.h"
#include "ui/views/ram_bar.h"

namespace arenascope::ui {

using report::Report;

BoardsPanel::BoardsPanel(QWidget* parent)
    : QWidget(parent), model_(new BoardsModel(this)), sorted_(new QSortFilterProxyModel(this)), table_(new QTableView),
      message_(new QLabel), add_(new QToolButton), imageNote_(new ImageNote), ramBar_(new RamBar) {
  message_->setObjectName(QStringLiteral("boardsMessage"));
  message_->setWordWrap(true);
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(BoardsModel::kSortRole);
  styleTable(*table_);
  table_->setModel(sorted_);
  table_->setItemDelegate(new CellDelegate(table_));
  table_->setAccessibleName(tr("Boards"));
  table_->setObjectName(QStringLiteral("boards"));
  table_->setSortingEnabled(true);
  table_->sortByColumn(BoardsModel::kTime, Qt::AscendingOrder);
  table_->setWordWrap(false);
  message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 0);
  add_->setObjectName(QStringLiteral("addBoard"));
  add_->setText(tr("Add a board..."));
  add_->setProperty("role", QStringLiteral("inlineLink"));
  add_->setToolTip(tr("Opens the folder of your boards, a file each: RAM, flash and clock"));
  connect(add_, &QToolButton::clicked, this, &BoardsPanel::openOwnBoards);
  auto* top = new QHBoxLayout;
  top->addWidget(message_, 1);
  top->addWidget(add_, 0, Qt::AlignTop);
  layout->addLayout(top);
  layout->addWidget(ramBar_);
  layout->addWidget(imageNote_);
  layout->addWidget(table_, 1);
  const auto choose = [this](const QModelIndex& index) {
    emit boardChosen(index.data(BoardsModel::kNameRole).toString());
  };
  connect(table_, &QTableView::doubleClicked, this, choose);
  connect(table_, &QTableView::activated, this, choose); // Return
  connect(&job_, &BatchJob::progress, this, [this](const QString& step) { message_->setText(step); });
  connect(&job_, &BatchJob::finished, this, [this](const auto& results) { showResults(*results); });
  setFocusProxy(table_);
  setTabOrder(table_, add_); // Tab comes to the table first
  setReport(nullptr);
}

void BoardsPanel::setReport(const ReportPointer& report) {
  imageNote_->setReport(report);
  ramBar_->setReport(report);
  report_ = report;
  if (report_ == nullptr) {
    job_.cancel();
    shown_.clear();
    model_->setRows({});
    emit found({});
    message_->setText(tr("Open a model to see how fast it runs on each board, and whether it fits."));
    return;
  }
  if (inView_) start();
}

void BoardsPanel::setWaiting(const QString& why) {
  setReport(nullptr);
  message_->setText(why);
}

void BoardsPanel::setInView(bool inView) {
  inView_ = inView;
  if (inView) start();
}

void BoardsPanel::start() {
  if (report_ == nullptr) return;
  // Boards have the kernel set of the window where they can.
  const service::ProfileRequest like = requestLike(*report_);
  const engine::Target* target = engine::findTarget(report_->target);
  const std::string kernels = target != nullptr && !target->isHost() ? like.kernels : "";
  const std::string wanted =
      fmt::format("{} {} {} {} {} {} {}", report_->model.path, report_->model.sha256, kernels, like.tflm,
                  like.separateVariables, report_->resourceVariables, report::plannerName(report_->planner));
  if (wanted == shown_) return;
  shown_ = wanted;
  emit found({});
  std::vector<Error> problems; // the window has shown them
  boards_ = service::loadBoards(problems);
  std::vector<service::ProfileRequest> requests;
  for (const hardware::Board& board : boards_) {
    service::ProfileRequest request = like;
    request.kernels = service::kernelsOn(board, kernels);
    request.board = board;
    request.planner = report_->planner;
    if (!report_->firmware) request.resourceVariables = report_->resourceVariables;
    applyRunSettings(request);
    requests.push_back(std::move(request));
  }
  message_->setText(tr("Running on %1...").arg(countedText(requests.size(), "board")));
  job_.start(std::move(requests));
}

// The first of the folders is the user's.
void BoardsPanel::openOwnBoards() {
  const std::filesystem::path folder = service::boardFolders().front();
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(folder.string()))))
    message_->setText(tr("Your boards go into %1").arg(QString::fromStdString(folder.string())));
}

void BoardsPanel::showResults(const BatchJob::Results& results) {
  std::vector<BoardRow> rows;
  int fitting = 0;
  QString otherLevels;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result<Report>& result = results[i];
    BoardRow row{.board = boards_[i], .fit = {}, .problem = {}};
    if (!result || result->error)
      row.problem = QString::fromStdString(result ? result->error->message : result.error().message);
    else
      row.fit = report::fitOn(boards_[i], *result);
    if (row.fit && row.fit->fits()) ++fitting;
    if (result && result->cost && !result->otherLevel.empty())
      otherLevels += QLatin1Char('\n') + QString::fromStdString(result->otherLevel);
    rows.push_back(std::move(row));
  }
  emit found(rows);
  message_->setText(
      tr("Fits %1 of %2. Double-click a board, or press Return, to run on it.").arg(fitting).arg(rows.size()) +
      otherLevels);
  model_->setRows(std::move(rows));
  table_->resizeColumnsToContents();
  table_->horizontalHeader()->setSectionResizeMode(BoardsModel::kBoard, QHeaderView::Stretch);
  emit settled();
}

} // namespace arenascope::ui
