// The model of the window against the same model with another kernel set or target, or against another model: arena,
// cycles, flash, and operator by operator, in one view.
#pragma once

#include <QWidget>

#include "core/profile/comparison.h"
#include "ui/profile_job.h"
#include "ui/selection.h"

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
  // Compares with another model, on the report's target and with its kernel set.
  void compareWithModel(const QString& path);

  // What is on screen; nullptr where nothing is.
  const profile::Comparison* comparison() const { return comparison_ ? &*comparison_ : nullptr; }
  bool busy() const { return job_.running(); }

signals:
  // The comparison is on screen, or the panel says why it is not.
  void settled();

protected:
  void showEvent(QShowEvent* event) override;

private:
  // The other side of the comparison.
  struct Choice {
    QString name;
    std::string target;
    std::string kernels;
  };

  void buildLayout();
  QTableView* makeTable(ComparisonModel* model, const QString& name);
  void fillChoices();
  void choose(int index);
  void start();
  void showOther(const ReportPointer& other);
  void showComparison();
  void showOperators();
  void say(const QString& text);

  Selection& selection_;
  ProfileJob job_;
  ReportPointer report_;
  std::optional<profile::Comparison> comparison_;
  std::vector<Choice> choices_;
  QString otherModel_; // empty: the same model
  bool stale_ = false; // what is on screen is not of report_

  QComboBox* with_;
  QComboBox* measure_;
  QLabel* message_;
  ComparisonModel* figures_;
  ComparisonModel* operators_;
  QTableView* figureTable_;
  QTableView* operatorTable_;
};

} // namespace arenascope::ui
