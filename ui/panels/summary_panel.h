// The answer in figures: the recommended size first, with a button that copies it.
#pragma once

#include <QWidget>

#include "core/report/figures.h"
#include "ui/jobs/run_settings.h"
#include "ui/jobs/search_job.h"
#include "ui/state/report_pointer.h"

class QFormLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace arenascope::ui {

class BoardBars;

class SummaryPanel : public QWidget {
  Q_OBJECT

public:
  explicit SummaryPanel(QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  // It will be replaced: until then it is not the answer.
  void setStale();
  // What the report was made with that no other control shows: a chip each, beside the number.
  void setOverrides(const RunOverrides& overrides);
  // What would help; nullptr: it is not known, and why.
  void setAdvice(const AdvicePointer& advice, const QString& text);
  // The line of C++ that the copy button puts on the clipboard; empty without a report.
  QString sizeLine() const;

signals:
  // One of the things that would help is to be looked at.
  void adviceWanted(int suggestion);
  // The arena does not fit the board, and the user wants one that does: of so many bytes.
  void smallerWanted(std::uint64_t budget);
  // The user takes back what was chosen; these are left.
  void overridesChanged(const arenascope::ui::RunOverrides& overrides);

private:
  void addNumber(QVBoxLayout* layout, QFont strong);
  void addChip(const QString& text, const QString& name, const RunOverrides& without);
  QLabel* addRow(QFormLayout* rows, report::FigureId id);
  void showFigures();
  void showCost();
  void showBoard();
  void copySize();

  ReportPointer report_;
  QLabel* model_;
  QLabel* ranOn_;       // target and kernel set
  QLabel* misfit_;      // what does not fit the board
  QPushButton* shrink_; // where the arena does not fit the board
  QLabel* size_;
  QLabel* unit_;
  QPushButton* copy_;
  QHBoxLayout* chips_;
  QLabel* advice_;
  QLabel* minimum_ = nullptr;
  QLabel* used_ = nullptr;
  QLabel* head_ = nullptr;
  QLabel* tail_ = nullptr;
  QLabel* temp_ = nullptr;
  QLabel* stack_ = nullptr;
  QLabel* weights_ = nullptr;
  QLabel* cycles_ = nullptr;
  QLabel* instructions_ = nullptr;
  QLabel* overhead_ = nullptr;
  QLabel* explanation_;
  QLabel* time_; // with a board
  BoardBars* bars_;
  QLabel* accuracy_;
  QFormLayout* rows_ = nullptr;
};

} // namespace arenascope::ui
