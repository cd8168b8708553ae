// The part of MainWindow that puts its pieces in place.
#include <QDockWidget>
#include <QLabel>
#include <QProgressBar>
#include <QScrollArea>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/panels/allocation_panel.h"
#include "ui/panels/boards_panel.h"
#include "ui/panels/compare_panel.h"
#include "ui/panels/explain_panel.h"
#include "ui/panels/graph_panel.h"
#include "ui/panels/history_panel.h"
#include "ui/panels/inference_panel.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/plan_panel.h"
#include "ui/panels/resolver_panel.h"
#include "ui/panels/summary_panel.h"
#include "ui/panels/tail_panel.h"
#include "ui/panels/target_choice.h"
#include "ui/panels/weights_panel.h"
#include "ui/panels/what_if_panel.h"
#include "ui/tables/event_model.h"
#include "ui/tables/operator_model.h"
#include "ui/tables/report_table.h"
#include "ui/tables/tensor_model.h"
#include "ui/views/allocation_view.h"
#include "ui/views/side_by_side_view.h"
#include "ui/views/treemap_view.h"
#include "ui/window/main_window.h"

namespace arenascope::ui {

namespace {

constexpr int kSummaryWidth = 230;
constexpr int kWhatIfWidth = 385;

QWidget* scrolled(QWidget* content, int smallestWidth) {
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(smallestWidth);
  return scroll;
}

} // namespace

void MainWindow::buildLenses() {
  inference_ = new InferencePanel(selection_);
  allocation_ = new AllocationPanel(selection_);
  graph_ = new GraphPanel(selection_);
  sideBySide_ = new SideBySideView;
  plan_ = new PlanPanel;
  lenses_ = new QTabWidget;
  lenses_->setDocumentMode(true);
  lenses_->setObjectName(QStringLiteral("lenses"));
  const auto add = [this](QWidget* page, const QString& name, const QString& title, const QString& help) {
    page->setObjectName(name);
    lenses_->setTabToolTip(lenses_->addTab(page, title), help);
  };
  add(inference_, QStringLiteral("inference"), tr("Inference"),
      tr("Which buffers are in the arena at each operator (Ctrl+1)"));
  add(allocation_, QStringLiteral("allocation"), tr("Allocation"),
      tr("How the arena fills while the model is set up (Ctrl+2)"));
  add(graph_, QStringLiteral("graph"), tr("Graph"), tr("Operators and tensors of the model (Ctrl+3)"));
  add(sideBySide_, QStringLiteral("sideBySide"), tr("Side by side"), tr("What is compared, on one scale (Ctrl+4)"));
  add(plan_, QStringLiteral("plan"), tr("Plan"), tr("A smaller arena on the same interpreter (Ctrl+5)"));
}

void MainWindow::buildTables() {
  operators_ = new ReportTable(QStringLiteral("operatorTable"), tr("Operators"), new OperatorModel,
                               OperatorModel::kName, selection_);
  tensors_ =
      new ReportTable(QStringLiteral("tensorTable"), tr("Tensors"), new TensorModel, TensorModel::kName, selection_);
  events_ =
      new ReportTable(QStringLiteral("eventTable"), tr("Allocations"), new EventModel, EventModel::kWhen, selection_);
  history_ = new HistoryPanel(selection_);
  tail_ = new TailPanel(selection_);
  weights_ = new WeightsPanel(selection_);
  functions_ = new TreemapView(selection_, tr("Cycles by operator and function"));
  functions_->setContent(nullptr, {}, tr("Open a model to see where its cycles go."));
  resolver_ = new ResolverPanel;
  compare_ = new ComparePanel(selection_);
  allBoards_ = new BoardsPanel;
  whatIf_ = new WhatIfPanel;
  explain_ = new ExplainPanel;
}

void MainWindow::addDock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title);
  dock->setObjectName(name);
  dock->setWidget(content);
  addDockWidget(area, dock);
  docks_[name] = dock;
  dockNames_ << name;
}

void MainWindow::buildDocks() {
  buildTables();
  setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  addDock(QStringLiteral("summary"), tr("Summary"), scrolled(summary_, kSummaryWidth), Qt::LeftDockWidgetArea);
  addDock(QStringLiteral("operators"), tr("Operators"), operators_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("tensors"), tr("Tensors"), tensors_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("events"), tr("Allocations"), events_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("reuse"), tr("Reuse"), history_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("tail"), tr("Tail"), tail_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("weights"), tr("Weights"), weights_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("functions"), tr("Functions"), functions_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("resolver"), tr("Resolver"), resolver_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("compare"), tr("Compare"), compare_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("boards"), tr("Boards"), allBoards_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("explain"), tr("Explain"), explain_, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("log"), tr("Log"), new LogPanel, Qt::BottomDockWidgetArea);
  addDock(QStringLiteral("whatIf"), tr("What if"), scrolled(whatIf_, kWhatIfWidth), Qt::RightDockWidgetArea);
  arrangeDocks();
}

void MainWindow::arrangeDocks() {
  QDockWidget* first = docks_.at(QStringLiteral("operators"));
  for (const QString& name : dockNames_)
    if (QDockWidget* dock = docks_.at(name); dock != first && dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
      tabifyDockWidget(first, dock);
  first->raise();
  docks_.at(QStringLiteral("whatIf"))->hide();
  resizeDocks({docks_.at(QStringLiteral("summary")), docks_.at(QStringLiteral("whatIf"))}, {300, 400}, Qt::Horizontal);
  resizeDocks({first}, {260}, Qt::Vertical);
}

void MainWindow::buildCentre() {
  summary_ = new SummaryPanel;
  buildLenses();
  banner_ = new QLabel;
  banner_->setObjectName(QStringLiteral("banner"));
  banner_->setWordWrap(true);
  banner_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  banner_->setMargin(8);
  banner_->setStyleSheet(QStringLiteral("background: #b3261e; color: white;"));
  banner_->hide();
  auto* centre = new QWidget;
  auto* layout = new QVBoxLayout(centre);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(banner_);
  layout->addWidget(lenses_, 1);
  setCentralWidget(centre);
  progress_ = new QProgressBar;
  progress_->setMaximumWidth(240);
  statusBar()->addPermanentWidget(progress_);
}

// Names of docks stay whole; what does not fit is scrolled to.
void MainWindow::showWholeTabs() {
  for (QTabBar* bar : findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
    bar->setElideMode(Qt::ElideNone);
    bar->setUsesScrollButtons(true);
  }
}

void MainWindow::connectViews() {
  QTimer::singleShot(0, this, &MainWindow::showWholeTabs);
  connect(this, &QMainWindow::tabifiedDockWidgetActivated, this, &MainWindow::showWholeTabs);
  connect(choice_, &TargetChoice::changed, this, &MainWindow::run);
  connect(summary_, &SummaryPanel::overridesChanged, this, [this](const RunOverrides& overrides) {
    overrides_ = overrides;
    run();
  });
  connect(allBoards_, &BoardsPanel::boardChosen, choice_, &TargetChoice::selectBoard);
  const auto colourAll = [this](ColourBy by) {
    graph_->view()->setColourBy(by);
    sideBySide_->setColourBy(by);
    plan_->view()->setColourBy(by);
  };
  connect(inference_, &InferencePanel::colourByChanged, this, colourAll);
  colourAll(inference_->view()->options().colourBy); // as it was the last time
  const auto inView = [this](const char* dock, auto* panel) {
    connect(docks_.at(QLatin1String(dock)), &QDockWidget::visibilityChanged, panel,
            [panel](bool visible) { panel->setInView(visible); });
  };
  inView("boards", allBoards_);
  inView("whatIf", whatIf_);
  const auto compareInView = [this] { compare_->setInView(compareSeen_ || lenses_->currentWidget() == sideBySide_); };
  connect(docks_.at(QStringLiteral("compare")), &QDockWidget::visibilityChanged, this,
          [this, compareInView](bool visible) {
            compareSeen_ = visible;
            compareInView();
          });
  connect(lenses_, &QTabWidget::currentChanged, this, compareInView);
  connect(lenses_, &QTabWidget::currentChanged, plan_, [this] { plan_->setInView(lenses_->currentWidget() == plan_); });
  connect(compare_, &ComparePanel::compared, sideBySide_, &SideBySideView::setComparison);
  connect(whatIf_, &WhatIfPanel::wanted, this, &MainWindow::useSettings);
  connect(whatIf_, &WhatIfPanel::arenaSizeChanged, this, [this](std::optional<double> bytes) {
    inference_->view()->setArenaLine(bytes);
    allocation_->view()->setArenaLine(bytes);
  });
  for (LensView* lens : std::initializer_list<LensView*>{inference_->view(), allocation_->view()})
    connect(lens, &LensView::arenaLineMoved, whatIf_, &WhatIfPanel::setArenaSize);
}

} // namespace arenascope::ui
