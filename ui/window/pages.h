// The pages of the window, a row each: what a page is called, where it is, when it gets a report and what else it takes
// part in. The window knows pages only as these rows; what pages
// tell each other is connected here.
#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "service/profile/profiler.h"
#include "ui/charts/inference_chart.h"
#include "ui/charts/picture_export.h"
#include "ui/jobs/run_settings.h"
#include "ui/jobs/search_job.h"
#include "ui/state/annotations.h"
#include "ui/state/selection.h"
#include "ui/tables/boards_model.h"
#include "ui/window/canvas.h"

class QWidget;

namespace arenascope::ui {

class GraphView;
class InferencePanel;
class InferenceView;
class ArenaView;
class ReportTable;
class VersionSearch;
class VersionsView;

// The answer's column, the canvas, the drawer, that of Before and after, and a sheet.
enum class PagePlace : std::uint8_t { kAnswer, kView, kDrawer, kVersionsDrawer, kSheet };

// What zoom and undo mean while a page is in front.
struct PageZoom {
  std::function<void()> reset{};
  std::function<void()> undo{};
  std::function<void()> redo{};
};

struct Page {
  const char* name;
  QString title;
  PagePlace place = PagePlace::kDrawer;
  View view = View::kRunning; // of a page in the canvas
  QWidget* widget = nullptr;
  QWidget* tools = nullptr; // above the canvas, or beside the drawer's tabs, while it is in front
  // A report whose inference is still to come, and again once it is complete.
  std::function<void(const ReportPointer&)> setReport{};
  // Only once it is complete: pages that run models do not start earlier.
  std::function<void(const ReportPointer&)> setFinished{};
  // Until then, where the report is of another model, and where its run was cancelled; says why there is nothing.
  std::function<void(const QString&)> setWaiting{};
  std::function<void(bool)> setInView{};     // whether it is visible
  std::function<PaintPicture()> painter{};   // of what it shows; a null function: nothing that can be exported
  std::function<ReportPointer()> pictured{}; // what that is of; a null function: the window's report
  std::function<std::size_t()> rows{};       // of a table
  PageZoom zoom{};                           // null functions: nothing zooms
};

class Pages : public QObject {
  Q_OBJECT

public:
  // In the order in which they are shown; the window takes the widgets.
  explicit Pages(Selection& selection, QObject* parent);

  const std::vector<Page>& all() const { return pages_; }
  // nullptr for an unknown name, or a widget that is not a page.
  const Page* find(const QString& name) const;
  const Page* find(const QWidget* widget) const;

  // A report is there; running: the inference is not done yet; otherModel: the one before was of another.
  void setReport(const ReportPointer& report, bool running, bool otherModel);
  void setFinished(const ReportPointer& report);
  // The run of the report on screen was ended before its end.
  void setCancelled();
  // No report at all. waiting: what to say until there is one; empty: none is on its way.
  void clear(const QString& waiting);
  // What would help the model; nullptr: it is not known yet.
  AdvicePointer advice() const;
  // Before and after with what other settings would do.
  void trySettings();
  // How the inference view shows buffers: pictures in exports follow it.
  InferenceOptions inferenceOptions() const { return inferenceOptions_(); }

  // On the model on screen.
  const Annotations& notes() const { return notes_; }

signals:
  // From the window to the pages.
  void reportComing(bool coming);                  // while there is none
  void modelOpened();                              // another one
  void runStarted();                               // what is on screen will be replaced
  void noteWanted();                               // on what is selected
  void comparisonWanted(const QStringList& paths); // with these models
  void boardsLoaded(const std::vector<arenascope::hardware::Board>& boards);
  void overridesChosen(const arenascope::ui::RunOverrides& overrides);
  // From the pages to the window.
  void settingsWanted(const arenascope::service::ProfileRequest& request);
  void overridesChanged(const arenascope::ui::RunOverrides& overrides);
  void boardChosen(const QString& name);
  void boardSaved();                     // among the user's own: all are to be read again
  void pageWanted(const QString& name);  // to be in front
  void modelWanted(const QString& path); // to be opened; empty: one that is still to be chosen
  void annotationsFailed(const QString& message);
  void versionsLeft();    // Before and after is done with
  void rowsChanged();     // of a table that follows no report
  void runChoiceWanted(); // what the model runs on is to be chosen
  // From page to page.
  void boardsFound(const std::vector<arenascope::ui::BoardRow>& rows); // empty: not known

private:
  Page& add(Page page);
  void addInference(InferencePanel* inference);
  void addViews(Selection& selection);
  void addVersions(Selection& selection);
  void connectPictures(InferenceView* inference, GraphView* graph);
  void connectWhatIf(InferencePanel* inference, ArenaView* allocation);
  void addAnswer(Selection& selection);
  void addTables(Selection& selection);
  void addTools(Selection& selection);
  void addTable(const char* name, const QString& title, ReportTable* table);
  template <typename Panel>
  Page& addPanel(Panel* panel, Page page);

  Annotations notes_;
  VersionSearch* search_;
  VersionsView* versions_;
  std::vector<Page> pages_;
  std::function<InferenceOptions()> inferenceOptions_;
  std::function<void(const QString&)> wait_; // where the first picture will be
  ReportPointer report_;
};

} // namespace arenascope::ui
