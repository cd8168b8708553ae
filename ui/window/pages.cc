#include "ui/window/pages.h"

#include "ui/answer/answer_column.h"
#include "ui/charts/arena_frame.h"
#include "ui/panels/allocation_panel.h"
#include "ui/panels/boards_panel.h"
#include "ui/panels/calibrate_panel.h"
#include "ui/panels/commits_panel.h"
#include "ui/panels/explain_panel.h"
#include "ui/panels/firmware_panel.h"
#include "ui/panels/functions_panel.h"
#include "ui/panels/graph_panel.h"
#include "ui/panels/history_panel.h"
#include "ui/panels/inference_panel.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/notes_panel.h"
#include "ui/panels/resolver_panel.h"
#include "ui/panels/start_page.h"
#include "ui/panels/tail_panel.h"
#include "ui/panels/target_choice.h"
#include "ui/panels/weights_panel.h"
#include "ui/tables/event_model.h"
#include "ui/tables/function_model.h"
#include "ui/tables/operator_model.h"
#include "ui/tables/report_table.h"
#include "ui/tables/tensor_model.h"
#include "ui/versions/settings_tool.h"
#include "ui/versions/version_tables.h"
#include "ui/versions/versions_view.h"
#include "ui/views/allocation_view.h"
#include "ui/views/plan_view.h"

namespace arenascope::ui {

namespace {

template <typename View>
PageZoom zoomOf(View* view) {
  return {[view] { view->resetZoom(); }, [view] { view->undoZoom(); }, [view] { view->redoZoom(); }};
}

} // namespace

// Takes over what the panel has of a page's functions: most have setReport() alone.
template <typename Panel>
Page& Pages::addPanel(Panel* panel, Page page) {
  if (page.widget == nullptr) page.widget = panel;
  if constexpr (requires { panel->setWaiting(QString()); }) {
    page.setFinished = [panel](const ReportPointer& report) { panel->setReport(report); };
    page.setWaiting = [panel](const QString& why) { panel->setWaiting(why); };
  } else {
    page.setReport = [panel](const ReportPointer& report) { panel->setReport(report); };
  }
  if constexpr (requires { panel->setInView(true); })
    page.setInView = [panel](bool inView) { panel->setInView(inView); };
  pages_.push_back(std::move(page));
  return pages_.back();
}

void Pages::addTable(const char* name, const QString& title, ReportTable* table) {
  addPanel(table, {.name = name, .title = title, .tools = table->filterBar()}).rows = [table] {
    return table->rowCount();
  };
}

Page& Pages::add(Page page) {
  pages_.push_back(std::move(page));
  return pages_.back();
}

Pages::Pages(Selection& selection, QObject* parent)
    : QObject(parent), search_(new VersionSearch(this)), versions_(new VersionsView(*search_)) {
  addViews(selection);
  addAnswer(selection);
  addTables(selection);
  addTools(selection);
}

void Pages::addInference(InferencePanel* inference) {
  inferenceOptions_ = [inference] { return inference->view()->options(); };
  wait_ = [inference](const QString& text) { inference->setWaiting(text); };
  Page& page = addPanel(inference, {.name = "inference",
                                    .title = tr("Running"),
                                    .place = PagePlace::kView,
                                    .view = View::kRunning,
                                    .tools = inference->tools()});
  page.pictured = [inference] { return inference->view()->report(); };
  page.painter = [this, inference] {
    const ReportPointer& shown = inference->view()->report();
    return shown != nullptr && shown->arena ? inferencePainter(shown, inferenceOptions()) : PaintPicture();
  };
  page.zoom = zoomOf(inference->view());
  connect(inference->start(), &StartPage::modelWanted, this, &Pages::modelWanted);
  connect(inference->start(), &StartPage::explainWanted, this, [this] { emit pageWanted(QStringLiteral("explain")); });
}

void Pages::addViews(Selection& selection) {
  auto* inference = new InferencePanel(selection, notes_);
  auto* allocation = new AllocationPanel(selection);
  auto* graph = new GraphPanel(selection);

  addInference(inference);
  Page& second =
      addPanel(allocation,
               {.name = "allocation", .title = tr("Over time"), .place = PagePlace::kView, .view = View::kSettingUp});
  second.painter = [this] {
    return report_ != nullptr && report_->arena ? allocationPainter(report_) : PaintPicture();
  };
  second.zoom = zoomOf(allocation->view());
  Page& third = addPanel(graph, {.name = "graph",
                                 .title = tr("Graph"),
                                 .place = PagePlace::kView,
                                 .view = View::kGraph,
                                 .tools = graph->tools()});
  third.painter = [graph] { return graph->view()->painter(); };
  third.zoom = zoomOf(graph->view());
  addVersions(selection);
  connectPictures(inference->view(), graph->view());
  connect(allocation->view(), &AllocationView::graphWanted, this, [this] { emit pageWanted(QStringLiteral("graph")); });
  connect(allocation->view(), &AllocationView::noteWanted, this, &Pages::noteWanted);
  connect(allocation->view(), &AllocationView::whatIfWanted, this, &Pages::trySettings);
  const auto colourAll = [this, graph](ColourBy by) {
    versions_->pictures()->setColourBy(by);
    graph->view()->setColourBy(by);
  };
  connect(inference, &InferencePanel::colourByChanged, this, colourAll);
  colourAll(inference->view()->options().colourBy); // as it was the last time
  connect(this, &Pages::modelOpened, versions_, &VersionsView::forget);
  connect(this, &Pages::comparisonWanted, versions_, &VersionsView::compareWith);
  connectWhatIf(inference, allocation->view());
}

// The mode Before and after, and its tables.
void Pages::addVersions(Selection& selection) {
  add({.name = "versions",
       .title = tr("Before and after"),
       .place = PagePlace::kView,
       .view = View::kVersions,
       .widget = versions_,
       .tools = versions_->tools(),
       .setFinished = [this](const ReportPointer& report) { versions_->setReport(report); },
       .setWaiting = [this](const QString&) { versions_->setReport(nullptr); },
       .setInView = [this](bool inView) { versions_->setInView(inView); },
       .painter = [this] { return versions_->pictures()->painter(); }});
  const VersionTables& tables = versions_->tables();
  for (std::size_t i = 0; i < VersionTables::kTables; ++i)
    add({.name = tables.all()[i].name,
         .title = tables.all()[i].title,
         .place = PagePlace::kVersionsDrawer,
         .widget = tables.all()[i].view,
         .tools = tables.all()[i].filter,
         .rows = [&tables, i] { return tables.rowsOf(i); }});
  connect(&tables, &VersionTables::changed, this, &Pages::rowsChanged);
  connect(&tables, &VersionTables::layerChosen, &selection, &Selection::selectOperator);
  connect(this, &Pages::runStarted, versions_, &VersionsView::setStale);
  connect(versions_, &VersionsView::leaveWanted, this, &Pages::versionsLeft);
}

void Pages::trySettings() {
  emit pageWanted(QStringLiteral("versions"));
  versions_->trySettings();
}

AdvicePointer Pages::advice() const { return search_->found(); }

// What a picture's menu leads to.
void Pages::connectPictures(InferenceView* inference, GraphView* graph) {
  connect(inference, &InferenceView::graphWanted, this, [this] { emit pageWanted(QStringLiteral("graph")); });
  connect(inference, &InferenceView::noteWanted, this, &Pages::noteWanted);
  connect(inference, &InferenceView::whatIfWanted, this, &Pages::trySettings);
  connect(inference, &InferenceView::pinWanted, this, [this](std::int32_t index, std::int64_t offset) {
    emit pageWanted(QStringLiteral("versions"));
    versions_->pin(index, offset);
  });
  connect(graph, &GraphView::noteWanted, this, &Pages::noteWanted);
  connect(graph, &GraphView::whatIfWanted, this, &Pages::trySettings);
  connect(graph, &GraphView::arenaWanted, this, [this] { emit pageWanted(QStringLiteral("inference")); });
}

// What is tried is an outline in the picture of what is, and a size that is tried a line in both.
void Pages::connectWhatIf(InferencePanel* inference, ArenaView* allocation) {
  SettingsTool* settings = &versions_->settings();
  connect(this, &Pages::boardsLoaded, settings->choice(), &TargetChoice::setBoards);
  connect(settings, &SettingsTool::changed, inference,
          [settings, inference] { inference->view()->setCandidate(settings->candidate()); });
  connect(settings, &SettingsTool::wanted, this, &Pages::settingsWanted);
  for (ArenaView* arenaView : std::initializer_list<ArenaView*>{inference->view(), allocation}) {
    connect(settings, &SettingsTool::arenaSizeChanged, arenaView, &ArenaView::setArenaLine);
    connect(arenaView, &ArenaView::arenaLineMoved, settings, &SettingsTool::setArenaSize);
  }
}

void Pages::addAnswer(Selection& selection) {
  auto* summary = new AnswerColumn;
  addPanel(summary, {.name = "summary", .title = tr("Answer"), .place = PagePlace::kAnswer});
  connect(this, &Pages::runStarted, summary, &AnswerColumn::setStale);
  connect(this, &Pages::reportComing, summary, &AnswerColumn::setComing);
  connect(this, &Pages::boardsFound, summary, &AnswerColumn::setBoards);
  connect(summary, &AnswerColumn::overridesChanged, this, &Pages::overridesChanged);
  connect(this, &Pages::overridesChosen, summary, &AnswerColumn::setOverrides);
  connect(search_, &VersionSearch::foundChanged, summary, &AnswerColumn::setAdvice);
  connect(summary, &AnswerColumn::goOnWanted, search_, &VersionSearch::goOn);
  connect(summary, &AnswerColumn::fitWanted, versions_, &VersionsView::fitInto);
  connect(summary, &AnswerColumn::deadlineWanted, search_, &VersionSearch::setDeadline);
  connect(versions_, &VersionsView::shownChanged, summary, &AnswerColumn::setShown);
  connect(summary, &AnswerColumn::adviceWanted, this, [this](int suggestion) {
    emit pageWanted(QStringLiteral("versions"));
    versions_->select(suggestion);
  });
  connect(summary, &AnswerColumn::saveWanted, this, [this](int suggestion) {
    versions_->select(suggestion);
    versions_->save();
  });
  connect(summary, &AnswerColumn::boardWanted, this, &Pages::boardChosen);
  connect(summary, &AnswerColumn::revisionWanted, this, &Pages::runChoiceWanted);
  auto* commits = new CommitsPanel;
  add({.name = "commits", .title = tr("Arena by commit"), .place = PagePlace::kSheet, .widget = commits});
  connect(summary, &AnswerColumn::historyWanted, this, [this, commits](const HistoryPointer& history) {
    commits->setHistory(history);
    emit pageWanted(QStringLiteral("commits"));
  });
  connect(summary, &AnswerColumn::layerWanted, this, [this, &selection](int row) {
    emit pageWanted(QStringLiteral("inference"));
    selection.selectOperator(row);
  });
  connect(summary, &AnswerColumn::smallerWanted, this, [this](std::uint64_t budget) {
    emit pageWanted(QStringLiteral("versions"));
    versions_->fitInto(budget);
  });
}

void Pages::addTables(Selection& selection) {
  addTable("operators", tr("Layers"),
           new ReportTable(QStringLiteral("operatorTable"), tr("Layers"), new OperatorModel, OperatorModel::kName,
                           selection));
  addTable(
      "tensors", tr("Tensors"),
      new ReportTable(QStringLiteral("tensorTable"), tr("Tensors"), new TensorModel, TensorModel::kName, selection));
  addTable(
      "events", tr("Allocations"),
      new ReportTable(QStringLiteral("eventTable"), tr("Allocations"), new EventModel, EventModel::kWhen, selection));
  addTable("functionTable", tr("Functions"),
           new ReportTable(QStringLiteral("functionTable"), tr("Functions"), new FunctionModel, FunctionModel::kName,
                           selection));
  auto* history = new HistoryPanel(selection);
  addPanel(history, {.name = "reuse", .title = tr("Shared bytes"), .tools = history->tools()});
  connect(&selection, &Selection::changed, this, [this, &selection] {
    if (selection.bytes()) emit pageWanted(QStringLiteral("reuse"));
  });
  auto* notes = new NotesPanel(selection, notes_);
  connect(this, &Pages::noteWanted, notes, [this, notes] {
    emit pageWanted(QStringLiteral("notes"));
    notes->noteSelection();
  });
  connect(&notes_, &Annotations::failed, this, &Pages::annotationsFailed);
  add({.name = "notes", .title = tr("Notes"), .widget = notes});
  addPanel(new TailPanel(selection),
           {.name = "tail", .title = tr("The tail"), .place = PagePlace::kView, .view = View::kSettingUp});
}

void Pages::addTools(Selection& selection) {
  auto* functions = new FunctionsPanel(selection);
  add({.name = "functions",
       .title = tr("Functions"),
       .place = PagePlace::kView,
       .view = View::kTime,
       .widget = functions,
       .tools = functions->tools(),
       .setReport = [functions](const ReportPointer& report) { functions->setReport(report); },
       .setFinished = [functions](const ReportPointer& report) { functions->setFinished(report); },
       .setWaiting = [functions](const QString& why) { functions->setWaiting(why); }});
  auto* boards = new BoardsPanel;
  addPanel(boards, {.name = "boards", .title = tr("Boards"), .place = PagePlace::kView, .view = View::kBoards});
  connect(boards, &BoardsPanel::boardChosen, this, &Pages::boardChosen);
  connect(boards, &BoardsPanel::found, this, &Pages::boardsFound);
  // After what would help: that is what a user waits for.
  connect(search_, &VersionSearch::foundChanged, boards, [boards](const AdvicePointer& found, const QString& text) {
    if (found != nullptr && text.isEmpty()) boards->look();
  });
  addPanel(new WeightsPanel(selection),
           {.name = "weights", .title = tr("Flash"), .place = PagePlace::kView, .view = View::kBoards});
  addPanel(
      new ResolverPanel,
      {.name = "resolver", .title = tr("Operators to register"), .place = PagePlace::kView, .view = View::kBoards});
  addPanel(new FirmwarePanel,
           {.name = "firmware", .title = tr("Firmware"), .place = PagePlace::kView, .view = View::kBoards});
  addPanel(new ExplainPanel, {.name = "explain", .title = tr("Explain"), .place = PagePlace::kSheet});
  auto* calibrate = new CalibratePanel;
  connect(calibrate, &CalibratePanel::boardSaved, this, &Pages::boardSaved);
  add({.name = "calibrate",
       .title = tr("Calibrate"),
       .place = PagePlace::kView,
       .view = View::kTime,
       .widget = calibrate,
       .setReport = {},
       .setFinished = [calibrate](const ReportPointer& report) { calibrate->setReport(report); },
       .painter = [calibrate] { return calibrate->painter(); }});
  add({.name = "log", .title = tr("Log"), .place = PagePlace::kSheet, .widget = new LogPanel});
}

const Page* Pages::find(const QString& name) const {
  for (const Page& page : pages_)
    if (name == QLatin1String(page.name)) return &page;
  return nullptr;
}

const Page* Pages::find(const QWidget* widget) const {
  for (const Page& page : pages_)
    if (page.widget == widget) return &page;
  return nullptr;
}

void Pages::setReport(const ReportPointer& report, bool running, bool otherModel) {
  report_ = report;
  notes_.setReport(report);
  for (const Page& page : pages_) {
    if (page.setReport && (running || !page.setFinished)) page.setReport(report);
    if (page.setWaiting && otherModel) page.setWaiting(tr("The model is running..."));
  }
}

void Pages::setCancelled() {
  for (const Page& page : pages_)
    if (page.setWaiting) page.setWaiting(tr("Cancelled: reload to run the model (F5)."));
}

void Pages::clear(const QString& waiting) {
  report_ = nullptr;
  notes_.setReport(nullptr);
  for (const Page& page : pages_) {
    if (page.setReport) page.setReport(nullptr);
    if (page.setFinished) page.setFinished(nullptr);
    if (page.setWaiting && !waiting.isEmpty()) page.setWaiting(tr("The model is running..."));
  }
  wait_(waiting);
  emit reportComing(!waiting.isEmpty());
}

void Pages::setFinished(const ReportPointer& report) {
  for (const Page& page : pages_)
    if (page.setFinished) page.setFinished(report);
}

} // namespace arenascope::ui
