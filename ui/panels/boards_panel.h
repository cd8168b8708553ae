// The window's model on all boards, side by side.
#pragma once

#include <QWidget>

#include "ui/jobs/batch_job.h"
#include "ui/state/report_pointer.h"
#include "ui/tables/boards_model.h"

class QLabel;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace arenascope::ui {

class ImageNote;
class RamBar;

class BoardsPanel : public QWidget {
  Q_OBJECT

public:
  explicit BoardsPanel(QWidget* parent = nullptr);

  // A finished report, or nullptr while there is none. The boards run when the panel is in view.
  void setReport(const ReportPointer& report);
  // There is none; why.
  void setWaiting(const QString& why);
  bool busy() const { return job_.running(); }
  // Whether the panel is visible: nothing runs for a hidden one.
  void setInView(bool inView);
  // Runs them now, in view or not.
  void look() { start(); }

signals:
  // Of the report; empty: not known.
  void found(const std::vector<arenascope::ui::BoardRow>& rows);
  // The table is on screen.
  void settled();
  // The user wants this board, by name.
  void boardChosen(const QString& name);

private:
  void start();
  void openOwnBoards();
  void showResults(const BatchJob::Results& results);

  BatchJob job_;
  ReportPointer report_;
  bool inView_ = false;
  std::vector<hardware::Board> boards_;
  std::string shown_; // what the table is of: model and kernel set
  BoardsModel* model_;
  QSortFilterProxyModel* sorted_;
  QTableView* table_;
  QLabel* message_;
  QToolButton* add_;
  ImageNote* imageNote_;
  RamBar* ramBar_;
};

} // namespace arenascope::ui
