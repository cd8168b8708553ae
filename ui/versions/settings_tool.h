// What if: other settings for the window's model, run in the background as a version beside the others.
#pragma once

#include <QTimer>
#include <QWidget>
#include <chrono>

#include "core/report/arena_arrangement.h"
#include "ui/jobs/batch_job.h"
#include "ui/state/report_pointer.h"
#include "ui/versions/version_list.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace arenascope::ui {

class TargetChoice;

class SettingsTool : public QWidget {
  Q_OBJECT

public:
  explicit SettingsTool(QWidget* parent = nullptr);

  // The window's finished report. What was tried with another model ends.
  void setReport(const ReportPointer& report);
  // Nothing runs while it is closed, and its attempt is no longer a version.
  void setOpen(bool open);
  // From the picture: an arena of that size.
  void setArenaSize(double bytes);
  // Models that share the arena with the window's.
  void addSharedModel(const QString& path);

  TargetChoice* choice() const { return choice_; }
  // What the settings gave; nullptr while it is not known.
  ReportPointer result() const { return result_; }
  // The same as a version; absent while nothing was changed, and without an arena. Its figures are those of other
  // arrangements: before, then after.
  std::optional<Version> version() const;
  // The version's report where its arena is another than the window's; otherwise nullptr.
  ReportPointer candidate() const;
  bool busy() const { return delay_.isActive() || job_.running(); }

signals:
  // The size that is asked about, or none.
  void arenaSizeChanged(std::optional<double> bytes);
  // version() and candidate() may be others.
  void changed();
  // The result is there, or the tool says why there is none.
  void settled();
  // The user wants these settings in the window.
  void wanted(const arenascope::service::ProfileRequest& request);

private:
  enum class Arrangement { kOne, kTwo, kShared };

  void buildControls();
  void layOutControls();
  void buildLayout(QFormLayout* form);
  service::ProfileRequest request() const;
  void touch(std::chrono::milliseconds delay = std::chrono::milliseconds(0));
  // delay: until it runs, in which further changes may come.
  void ask(std::chrono::milliseconds delay);
  void arrange();
  void takeBackSettings();
  void showArenaLine();
  void run();
  void showResults(const BatchJob::Results& results);
  void warmUp();
  QString sentence() const;
  QString title() const;
  std::vector<ComparisonRow> splitRows() const;
  std::vector<ComparisonRow> sharedRows() const;
  Arrangement arrangement() const;
  void chooseSharedModel();

  TargetChoice* choice_;
  BatchJob job_;
  BatchJob warmUp_;
  std::string warmed_; // model and target that emulators were started for
  QTimer delay_;       // changes that follow each other closely run once
  ReportPointer report_;
  bool open_ = false;
  ReportPointer result_;
  ReportPointer allocation_;          // what comes before it
  std::vector<ReportPointer> others_; // models that share the arena
  std::optional<report::SharedArena> sharing_;
  bool stale_ = true;    // what is there is not of report_
  bool touched_ = false; // the user has chosen something; until then the window's settings are these

  QComboBox* planner_;
  QComboBox* revision_; // of the interpreter
  QCheckBox* fixed_;
  QSpinBox* size_;
  QComboBox* arrangement_;
  QListWidget* shared_;
  QPushButton* addModel_;
  QPushButton* use_;
  QLabel* message_;
};

} // namespace arenascope::ui
