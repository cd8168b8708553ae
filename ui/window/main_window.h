// The desktop program's window: a bar, the answer's column, the canvas with its views, and the drawer with tables.
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

class QLabel;
class QMenu;
class QSplitter;

namespace arenascope::ui {

class Bar;
class Drawer;
class DropArea;
class TargetChoice;
class Sheet;
class WorkNote;

class MainWindow : public QMainWindow {
  Q_OBJECT

public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  void openModel(const QString& path);
  // The first is the window's, the others stand beside it for comparison.
  void openModels(const QStringList& paths);
  // The models open when the program last ended, each further one in a separate window.
  void restoreSession();
  // Another window with another model, or with none; it is deleted when it is closed.
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
  // Pages by their name: "operators", "tensors", "versions" ...
  QWidget* page(const QString& name) const { return pages_->find(name)->widget; }
  QStringList pageNames() const;
  // Of the one in the canvas.
  QString pageInFront() const { return QLatin1String(frontPage().name); }
  // Brings one to the front.
  void showPage(const QString& name);
  // What is going on, or a message of the last seconds; empty: neither.
  QString notice() const;
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
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

private:
  // main_window_layout.cc
  void buildRegions();
  void buildCanvas();
  void buildDrawer();
  void showCounts();
  void watchPages();
  void connectViews();
  bool inCompareHalf(const QPointF& position) const;
  void compareWith(const QStringList& paths);
  void buildSheets();
  void showDropArea(bool shown, bool compares);
  // main_window_menus.cc
  void buildActions();
  void buildMenus();
  void buildFileMenu(QMenu* menu);
  void buildExportMenu(QMenu* file);
  void buildViewMenu(QMenu* menu);
  void buildSchemeMenu(QMenu* view);
  void buildHelpMenu(QMenu* menu);
  void fillModelsMenu();
  // main_window_commands.cc
  void addReportCommands(std::vector<Command>& all);
  void findAnything();

  void changeLimits();
  void showHelp();
  void showKeys();
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
  const Page& frontPage() const;
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

  TargetChoice* choice_;
  Pages* pages_;
  Bar* bar_ = nullptr;
  Canvas* canvas_ = nullptr;
  Drawer* drawer_ = nullptr;
  Drawer* versionsDrawer_ = nullptr; // of Before and after
  QSplitter* rows_ = nullptr;        // canvas and drawers
  WorkNote* work_ = nullptr;
  Sheet* sheet_ = nullptr;
  DropArea* dropArea_ = nullptr;
  QLabel* banner_ = nullptr;
  QAction* cancel_ = nullptr;
  QAction* open_ = nullptr;
  QAction* reload_ = nullptr;
  QAction* undo_ = nullptr;
  QAction* redo_ = nullptr;
  QMenu* exports_ = nullptr;
  QAction* exportAny_ = nullptr;
  QAction* exportTensors_ = nullptr;
  QAction* watchAccesses_ = nullptr;
};

} // namespace arenascope::ui
