// What if: other settings for the model of the window, run in the background and shown against a pinned baseline.
#pragma once

#include <QTimer>
#include <QWidget>
#include <chrono>

#include "core/report/arena_arrangement.h"
#include "core/report/comparison.h"
#include "ui/jobs/batch_job.h"
#include "ui/state/report_pointer.h"
#include "ui/tables/comparison_model.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;
class QTableView;

namespace arenascope::ui {

class TargetChoice;

class WhatIfPanel : public QWidget {
  Q_OBJECT

public:
  explicit WhatIfPanel(QWidget* parent = nullptr);

  // The window's finished report. Of another model it is the new baseline.
  void setReport(const ReportPointer& report);
  // There will be one soon.
  void setWaiting();
  // From the picture: an arena of that size.
  void setArenaSize(double bytes);
  // Models that share the arena with the window's.
  void addSharedModel(const QString& path);

  TargetChoice* choice() const { return choice_; }
  ReportPointer baseline() const { return baseline_; }
  // What the settings gave; nullptr while it is not known.
  ReportPointer result() const { return result_; }
  // The same while somebody looks at it and its arena is another than the window's; otherwise nullptr.
  ReportPointer candidate() const;
  bool busy() const { return delay_.isActive() || job_.running(); }
  // Whether somebody looks at the panel: nothing runs for one that nobody sees.
  void setInView(bool inView);

signals:
  // The size that is asked about, or none.
  void arenaSizeChanged(std::optional<double> bytes);
  // The arena's figures with the settings are on screen; others may follow.
  void arenaShown();
  // tried() may be another.
  void candidateChanged();
  // The result is on screen, or the panel says why there is none.
  void settled();
  // The user wants these settings in the window.
  void wanted(const arenascope::service::ProfileRequest& request);

private:
  enum class Arrangement { kOne, kTwo, kShared };

  void buildControls();
  void buildLayout(QFormLayout* form);
  service::ProfileRequest request() const;
  // delay: until it runs, in which further changes may come.
  void changed(std::chrono::milliseconds delay = std::chrono::milliseconds(0));
  void arrange();
  void takeBackSettings();
  void showArenaLine();
  void run();
  void showResults(const BatchJob::Results& results);
  // shared: absent unless models share the arena and it is known.
  void warmUp();
  void showAllocation(const ReportPointer& report);
  void showDifference(const report::Report& now, const std::optional<report::SharedArena>& shared);
  std::vector<ComparisonRow> splitRows(const report::Report& result) const;
  static std::vector<ComparisonRow> sharedRows(const report::SharedArena& shared);
  QString sentence(const std::vector<ReportPointer>& others, const std::optional<report::SharedArena>& shared) const;
  Arrangement arrangement() const;
  void chooseSharedModel();
  void pin();

  TargetChoice* choice_;
  BatchJob job_;
  BatchJob warmUp_;
  std::string warmed_; // model and target that emulators were started for
  QTimer delay_;       // changes that follow each other closely run once
  ReportPointer report_;
  bool inView_ = false;
  ReportPointer baseline_;
  ReportPointer result_;
  ReportPointer allocation_; // what comes before it
  bool stale_ = true;        // what is on screen is not of report_
  bool touched_ = false;     // the user has chosen something; until then the window's settings are these

  QComboBox* planner_;
  QComboBox* revision_; // of the interpreter
  QCheckBox* fixed_;
  QSpinBox* size_;
  QComboBox* arrangement_;
  QListWidget* shared_;
  QPushButton* addModel_;
  QPushButton* pin_;
  QPushButton* use_;
  QLabel* caption_;
  QLabel* message_;
  ComparisonModel* differences_;
  QTableView* table_;
};

} // namespace arenascope::ui
