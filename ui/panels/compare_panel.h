// The model of the window against the same model with another kernel set or target, or against another model: arena,
// cycles, flash, and operator by operator, in one view.
#pragma once

#include <QWidget>

#include "core/report/comparison.h"
#include "ui/jobs/batch_job.h"
#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

class QComboBox;
class QLabel;
class QTableView;

namespace arenascope::ui {

class ComparisonModel;

class ComparePanel : public QWidget {
  Q_OBJECT

public:
  explicit ComparePanel(Selection& selection, QWidget* parent = nullptr);

  // A finished report, or nullptr while there is none. The other side runs when the panel is in view.
  void setReport(const ReportPointer& report);
  // There will be one soon.
  void setWaiting();
  // Other models were for the one that is open now.
  void forgetModels();
  // Compares with other models, on the report's target and with its kernel set.
  void compareWithModels(const QStringList& paths);

  // What is on screen; nullptr where nothing is.
  const report::Comparison* comparison() const { return comparison_ ? &*comparison_ : nullptr; }
  bool busy() const { return job_.running(); }
  // Whether somebody looks at the panel: nothing runs for one that nobody sees.
  void setInView(bool inView);
  // Whether Before and after is visible: models that were asked for are compared for it as well.
  void setVersionsInView(bool inView);

signals:
  // The comparison is on screen, or the panel says why it is not.
  void settled();
  // A comparison is there, or none any more: nullptr.
  void compared(const arenascope::report::Comparison* comparison);

private:
  // The other side of the comparison.
  struct Choice {
    QString name;
    std::string target;
    std::string kernels;
  };

  void buildLayout();
  void fillChoices();
  void choose(int index);
  void start();
  void showOthers(const BatchJob::Results& results);
  void showComparison();
  void showOperators();
  void say(const QString& text);

  Selection& selection_;
  BatchJob job_;
  ReportPointer report_;
  bool inView_ = false;
  bool versionsInView_ = false;
  std::optional<report::Comparison> comparison_;
  std::vector<Choice> choices_;
  QStringList otherModels_;
  bool wantModels_ = false; // rather than the choice by name
  bool stale_ = false;      // what is on screen is not of report_

  QComboBox* with_;
  QComboBox* measure_;
  QLabel* message_;
  ComparisonModel* figures_;
  ComparisonModel* operators_;
  QTableView* figureTable_;
  QTableView* operatorTable_;
};

} // namespace arenascope::ui
