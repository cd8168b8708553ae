// The part of MainWindow that puts its pieces in place.
#include <QAction>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QProgressBar>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>
#include <QStyle>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include "emulator/session/boards.h"
#include "emulator/session/result_cache.h"
#include "emulator/session/target.h"
#include "ui/allocation_view.h"
#include "ui/boards_panel.h"
#include "ui/compare_panel.h"
#include "ui/function_map.h"
#include "ui/inference_view.h"
#include "ui/main_window.h"
#include "ui/operator_table.h"
#include "ui/resolver_panel.h"
#include "ui/summary_panel.h"

namespace arenascope::ui {

namespace {

const QString kRecentKey = QStringLiteral("recentFiles");
constexpr int kMaxRecent = 8;
constexpr int kSummaryWidth = 330;

void addTab(QTabWidget& tabs, QWidget* page, const QString& title, const QString& help) {
  tabs.setTabToolTip(tabs.addTab(page, title), help);
}

} // namespace

QTabWidget* MainWindow::buildLenses() {
  inference_ = new InferenceView(selection_);
  allocation_ = new AllocationView;
  lenses_ = new QTabWidget;
  lenses_->setDocumentMode(true);
  addTab(*lenses_, inference_, tr("Inference"), tr("Which buffers are in the arena at each operator"));
  addTab(*lenses_, allocation_, tr("Allocation"), tr("How the arena fills while the model is set up"));
  return lenses_;
}

QTabWidget* MainWindow::buildTables() {
  operators_ = new OperatorTable(selection_);
  functions_ = new FunctionMap(selection_);
  resolver_ = new ResolverPanel;
  compare_ = new ComparePanel(selection_);
  allBoards_ = new BoardsPanel;
  auto* tables = new QTabWidget;
  tables->setDocumentMode(true);
  tables->setObjectName(QStringLiteral("tables"));
  addTab(*tables, operators_, tr("Operators"), tr("What each operator costs"));
  addTab(*tables, functions_, tr("Functions"), tr("Where the cycles go, operator by operator"));
  addTab(*tables, resolver_, tr("Resolver"),
         tr("Which operators the firmware must register, and what they take of flash"));
  addTab(*tables, compare_, tr("Compare"), tr("The model beside another kernel set, target or model"));
  addTab(*tables, allBoards_, tr("Boards"), tr("How fast it runs on each board, and whether it fits"));
  return tables;
}

void MainWindow::buildCentre() {
  summary_ = new SummaryPanel;
  auto* scroll = new QScrollArea;
  scroll->setWidget(summary_);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFixedWidth(kSummaryWidth);

  auto* pictures = new QSplitter(Qt::Vertical);
  pictures->addWidget(buildLenses());
  pictures->addWidget(buildTables());
  pictures->setStretchFactor(0, 3);
  pictures->setStretchFactor(1, 2);

  banner_ = new QLabel;
  banner_->setObjectName(QStringLiteral("banner"));
  banner_->setWordWrap(true);
  banner_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  banner_->setMargin(8);
  banner_->setStyleSheet(QStringLiteral("background: #b3261e; color: white;"));
  banner_->hide();

  auto* columns = new QSplitter(Qt::Horizontal);
  columns->addWidget(scroll);
  columns->addWidget(pictures);
  columns->setStretchFactor(1, 1);
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(banner_);
  layout->addWidget(columns, 1);
  setCentralWidget(centre);

  progress_ = new QProgressBar;
  progress_->setMaximumWidth(240);
  statusBar()->addPermanentWidget(progress_);
}

void MainWindow::buildToolBar() {
  QToolBar* bar = addToolBar(tr("Run"));
  bar->setObjectName(QStringLiteral("runBar"));
  bar->setMovable(false);
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  open_ =
      bar->addAction(style()->standardIcon(QStyle::SP_DialogOpenButton), tr("Open..."), this, &MainWindow::chooseModel);
  open_->setShortcut(QKeySequence::Open);
  QAction* reload =
      bar->addAction(style()->standardIcon(QStyle::SP_BrowserReload), tr("Reload"), this, &MainWindow::run);
  reload->setShortcut(QKeySequence::Refresh);
  cancel_ =
      bar->addAction(style()->standardIcon(QStyle::SP_BrowserStop), tr("Cancel"), this, [this] { job_.cancel(); });
  cancel_->setObjectName(QStringLiteral("cancel"));
  cancel_->setShortcut(Qt::Key_Escape);
  bar->addSeparator();
  bar->addWidget(new QLabel(tr(" Target ")));
  target_ = new QComboBox;
  target_->setObjectName(QStringLiteral("target"));
  for (const session::Target& target : session::targets()) {
    target_->addItem(QString::fromStdString(target.name));
    target_->setItemData(target_->count() - 1, QString::fromStdString(target.description), Qt::ToolTipRole);
  }
  bar->addWidget(target_);
  bar->addWidget(new QLabel(tr(" Kernels ")));
  kernels_ = new QComboBox;
  kernels_->setObjectName(QStringLiteral("kernels"));
  fillKernelSets();
  bar->addWidget(kernels_);
  bar->addWidget(new QLabel(tr(" Board ")));
  board_ = new QComboBox;
  board_->setObjectName(QStringLiteral("board"));
  board_->setToolTip(tr("Its clock and flash make milliseconds of cycles, its memory says what fits"));
  bar->addWidget(board_);
  connect(board_, &QComboBox::currentIndexChanged, this, &MainWindow::chooseBoard);
  connect(allBoards_, &BoardsPanel::boardChosen, this,
          [this](const QString& name) { board_->setCurrentIndex(board_->findData(name)); });
  connect(target_, &QComboBox::currentIndexChanged, this, &MainWindow::chooseTarget);
  connect(kernels_, &QComboBox::currentIndexChanged, this, [this] { run(); });
}

// Those of the target; the one that was chosen stays where the target has it.
void MainWindow::fillKernelSets() {
  const QSignalBlocker quiet(kernels_);
  const QString chosen = kernels_->currentText();
  kernels_->clear();
  const session::Target* target = session::findTarget(target_->currentText().toStdString());
  for (const std::string& set : session::kernelSets(*target)) kernels_->addItem(QString::fromStdString(set));
  kernels_->setCurrentIndex(std::max(0, kernels_->findText(chosen)));
}

void MainWindow::fillBoards() {
  std::vector<profile::Error> problems;
  boards_ = session::loadBoards(problems);
  const QSignalBlocker quiet(board_);
  board_->addItem(tr("none"));
  for (const profile::Board& board : boards_)
    board_->addItem(QString::fromStdString(board.title), QString::fromStdString(board.name));
  QStringList messages;
  for (const profile::Error& problem : problems) messages << QString::fromStdString(problem.message);
  showMessage(messages.join(QLatin1Char('\n')));
}

void MainWindow::chooseTarget() {
  fillKernelSets();
  const int chosen = board_->currentIndex();
  if (chosen > 0 && target_->currentText().toStdString() != boards_[static_cast<std::size_t>(chosen - 1)].core) {
    const QSignalBlocker quiet(board_);
    board_->setCurrentIndex(0);
  }
  run();
}

// A board has its own core.
void MainWindow::chooseBoard() {
  if (const int chosen = board_->currentIndex(); chosen > 0) {
    const QSignalBlocker quiet(target_);
    target_->setCurrentText(QString::fromStdString(boards_[static_cast<std::size_t>(chosen - 1)].core));
    fillKernelSets();
  }
  run();
}

void MainWindow::buildMenus() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(open_);
  recent_ = file->addMenu(tr("Open &recent"));
  fillRecentMenu();
  exports_ = file->addMenu(tr("&Export"));
  for (std::size_t i = 0; i < std::size(kExportKinds); ++i) {
    QAction* action = exports_->addAction(tr(kExportKinds[i].name), this, [this, i] { chooseExport(kExportKinds[i]); });
    action->setData(static_cast<int>(i));
    action->setEnabled(false);
  }
  QAction* clear = file->addAction(tr("&Clear kept results"), this, [this] {
    const auto cache = session::userCache();
    const std::size_t dropped = cache == nullptr ? 0 : cache->clear();
    statusBar()->showMessage(tr("Results dropped: %1").arg(dropped), 5000);
  });
  clear->setObjectName(QStringLiteral("clearCache"));
  clear->setToolTip(tr("What was run before is kept in the cache folder and not run again"));
  file->addSeparator();
  QAction* quit = file->addAction(tr("&Quit"), this, &QWidget::close);
  quit->setShortcut(QKeySequence::Quit);

  QMenu* view = menuBar()->addMenu(tr("&View"));
  QAction* reset = view->addAction(tr("&Whole picture"), this, [this] {
    inference_->resetZoom();
    allocation_->resetZoom();
  });
  reset->setToolTip(tr("Double-click or 0 in the picture does the same"));
  QAction* planned = view->addAction(tr("&Planned buffers only"), this, [this] { showPlannedBuffers(); });
  planned->setShortcut(QStringLiteral("Ctrl+P"));
  planned->setToolTip(tr("Zooms to the head section, where it is small against the rest"));
  view->addAction(tr("&Clear selection"), this, [this] { selection_.clear(); });
  view->addSeparator();
  QAction* inference = view->addAction(tr("&Inference lens"), this, [this] { lenses_->setCurrentIndex(0); });
  inference->setShortcut(QStringLiteral("Ctrl+1"));
  QAction* allocation = view->addAction(tr("&Allocation lens"), this, [this] { lenses_->setCurrentIndex(1); });
  allocation->setShortcut(QStringLiteral("Ctrl+2"));
}

void MainWindow::rememberFile(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList files = QSettings().value(kRecentKey).toStringList();
  files.removeAll(absolute);
  files.prepend(absolute);
  QSettings().setValue(kRecentKey, files.mid(0, kMaxRecent));
  fillRecentMenu();
}

void MainWindow::fillRecentMenu() {
  recent_->clear();
  const QStringList files = QSettings().value(kRecentKey).toStringList();
  for (const QString& file : files)
    recent_->addAction(QFileInfo(file).fileName(), this, [this, file] { openModel(file); })->setToolTip(file);
  recent_->setToolTipsVisible(true);
  recent_->setEnabled(!files.isEmpty());
}

} // namespace arenascope::ui
