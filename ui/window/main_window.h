// The desktop program's window: pictures in the middle, everything else in docks around them.
#pragma once

#include <QMainWindow>
#include <map>

#include "ui/jobs/manifest_job.h"
#include "ui/jobs/profile_job.h"
#include "ui/jobs/run_settings.h"
#include "ui/jobs/settings_history.h"
#include "ui/state/selection.h"
#include "ui/window/command_palette.h"
#include "ui/window/exporter.h"
#include "ui/window/file_watch.h"
#include "ui/window/pages.h"

class QDockWidget;
class QLabel;
class QMenu;
class QProgressBar;
class QTabWidget;

namespace arenascope::ui {

class TargetChoice;

class MainWindow : public QMainWindow {
  Q_OBJECT

public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  void openModel(const QString& path);
  // The first is the window's, the others stand beside it for comparison.
  void openModels(const QStringList& paths);
  // The tour, once the first model of this user has been run; whoever has seen it is not asked again.
  void offerTour();
  // What was open when the program ended the last time, other models in windows of their own.
  void restoreSession();
  // Another window with a model of its own, or with none; it is deleted when it is closed.
  MainWindow* openWindow(const QString& path = {});
  // Writes an export without asking for a file name; false and a message in the window when it cannot be written.
  // A manifest takes a while: exported() follows.
  bool exportTo(const ExportKind& kind, const QString& path);

  // Every tensor of the inference on screen as a .npy file in this folder: it is run once more, and its outputs kept.
  void exportTensors(const QString& folder);

  // Of the model that the window names; nullptr while it is loaded, and where it cannot be.
  const ReportPointer& report() const { return shown_.report; }
  // What is wrong at the moment, as the window says it; empty when all is well.
  QString message() const;
  bool busy() const { return job_.running(); }
  // Docks by their object name: "operators", "tensors", "whatIf" ...
  QDockWidget* dock(const QString& name) const { return docks_.at(name); }
  // Brings a dock or a view to the front.
  void showPage(const QString& name);
  // Everything that can be found by typing (Ctrl+K).
  std::vector<Command> commands();

signals:
  // The model on screen is complete, or the window says why it is not.
  void settled();
  // The tensors are written, or the window says why they are not.
  void tensorsExported();
  // The same of a manifest.
  void exported();

protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

private:
  // main_window_layout.cc
  void buildCentre();
  void buildLenses();
  void buildDocks();
  void addDock(const Page& page);
  void arrangeDocks();
  void connectViews();
  void showWholeTabs();
  // main_window_menus.cc
  void buildToolBar();
  void buildMenus();
  void buildFileMenu();
  void buildExportMenu(QMenu* file);
  void buildViewMenu();
  void buildSchemeMenu(QMenu* view);
  void buildHelpMenu();
  void fillRecentMenu();
  // main_window_commands.cc
  void addReportCommands(std::vector<Command>& all);
  void findAnything();

  void changeLimits();
  // main_window_tour.cc
  void startTour();
  void showHelp();
  void showAbout();

  // A report with what it was made of; without one, what is being run.
  struct Shown {
    ReportPointer report;
    bool finished = false; // its inference is done as well
    QString path;
    RunOverrides overrides;
    service::ProfileRequest request;
    FileStamp file; // when it was read
    int run = 0;    // the number of the run
  };

  void loadBoards();
  void connectJob();
  void connectExportJobs();
  void cancel();
  service::ProfileRequest requestNow() const;
  void run();
  void useSettings(const service::ProfileRequest& request);
  void showNothing(const QString& waiting);
  void runFailed();
  void runCancelled();
  void goBackToShown();
  void goBackToLast();
  void showToolBar();
  ShownSettings settingsShown() const;
  void stepSettings(const std::optional<ShownSettings>& settings);
  void updateSteps();
  void showTitle();
  static QStringList openModelPaths();
  static void quit();
  const Page& pageInFront() const;
  void chooseModel();
  PictureChoice pictureNow() const;
  void chooseExport(const ExportKind& kind);
  void showExports();
  bool writeExport(const QString& path, const std::string& contents);
  void writeTensors(const ReportPointer& report);
  void showReport(const ReportPointer& report);
  void showFinished(const ReportPointer& report);
  void allowExports();
  bool isStale() const;
  static QString watchHelp();
  void fileChanged();
  void showChange();
  void showMessage(const QString& text);
  void setBusy(bool busy);
  void showWork();
  void showProgress(const QString& step, double fraction);

  Selection selection_{this};
  ProfileJob job_;
  ProfileJob tensorsJob_;
  QString tensorsFolder_;
  ReportPointer tensorsOf_;
  ManifestJob manifestJob_;
  Shown shown_;
  Shown running_; // what will be shown next
  Shown last_;    // what was shown when another model was opened: again where nothing comes of that
  QString path_;  // of the model that the window names
  RunOverrides overrides_;
  FileWatch watch_;          // of the model's file
  ReportPointer before_;     // what was on screen when the file changed; nullptr: it did not
  SettingsHistory settings_; // of the model on screen
  bool tourOffered_ = false;

  TargetChoice* choice_;
  Pages* pages_;
  QTabWidget* viewTabs_ = nullptr;
  std::map<QString, QDockWidget*> docks_;
  QStringList dockNames_; // in the order in which they were made
  DockGroups* groups_;
  QByteArray firstLayout_; // of the docks, to go back to
  QLabel* banner_ = nullptr;
  QAction* cancel_ = nullptr;
  QAction* open_ = nullptr;
  QAction* reload_ = nullptr;
  QAction* undo_ = nullptr;
  QAction* redo_ = nullptr;
  QMenu* recent_ = nullptr;
  QMenu* exports_ = nullptr;
  QAction* exportAny_ = nullptr;
  QAction* exportTensors_ = nullptr;
  QAction* watchAccesses_ = nullptr;
  QProgressBar* progress_ = nullptr;
};

} // namespace arenascope::ui
