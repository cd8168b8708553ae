// The desktop program's window: pictures in the middle, figures on the left, operators below.
#pragma once

#include <QMainWindow>

#include "ui/exporter.h"
#include "ui/profile_job.h"
#include "ui/selection.h"

class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QTabWidget;
class QToolBar;

namespace arenascope::ui {

class AllocationView;
class BoardsPanel;
class ComparePanel;
class FunctionMap;
class InferenceView;
class OperatorTable;
class ResolverPanel;
class SummaryPanel;

class MainWindow : public QMainWindow {
  Q_OBJECT

public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  void openModel(const QString& path);
  // Writes an export without asking for a file name; false and a message in the window when it cannot be written.
  bool exportTo(ExportFormat format, const QString& path);

  const ReportPointer& report() const { return report_; }
  // What is wrong at the moment, as the window says it; empty when all is well.
  QString message() const;
  bool busy() const { return job_.running(); }

signals:
  // The model on screen is complete, or the window says why it is not.
  void settled();

protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

private:
  void buildCentre();
  QTabWidget* buildLenses();
  QTabWidget* buildTables();
  void buildToolBar();
  void fillKernelSets();
  void fillBoards();
  void chooseTarget();
  void chooseBoard();
  void buildMenus();
  void connectJob();
  void run();
  void showPlannedBuffers();
  void chooseModel();
  void chooseExport(const ExportKind& kind);
  void rememberFile(const QString& path);
  void fillRecentMenu();
  void showReport(const ReportPointer& report);
  void showMessage(const QString& text);
  void setBusy(bool busy);

  Selection selection_;
  ProfileJob job_;
  ReportPointer report_;
  QString path_;

  SummaryPanel* summary_ = nullptr;
  QTabWidget* lenses_ = nullptr;
  InferenceView* inference_ = nullptr;
  AllocationView* allocation_ = nullptr;
  OperatorTable* operators_ = nullptr;
  ResolverPanel* resolver_ = nullptr;
  ComparePanel* compare_ = nullptr;
  FunctionMap* functions_ = nullptr;
  BoardsPanel* allBoards_ = nullptr;
  QLabel* banner_ = nullptr;
  QComboBox* target_ = nullptr;
  QComboBox* kernels_ = nullptr;
  QComboBox* board_ = nullptr;
  std::vector<profile::Board> boards_; // in the order of board_, behind its first entry
  QAction* cancel_ = nullptr;
  QAction* open_ = nullptr;
  QMenu* recent_ = nullptr;
  QMenu* exports_ = nullptr;
  QProgressBar* progress_ = nullptr;
};

} // namespace arenascope::ui
