// Smaller versions of the window's model: a point each to choose from, its arena beside the model's own, and the
// version to write.
#pragma once

#include "ui/jobs/search_job.h"
#include "ui/state/report_pointer.h"
#include "ui/views/pareto_view.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace arenascope::ui {

class ImageNote;
class SideBySideView;

class ShrinkPanel : public QWidget {
  Q_OBJECT

public:
  explicit ShrinkPanel(QWidget* parent = nullptr);

  // The window's finished report; nullptr: none. What was found for another model, target or kernel set is forgotten.
  void setReport(const ReportPointer& report);
  // There will be one soon.
  void setWaiting();
  // Looks for smaller versions, and selects the cheapest within so many bytes of arena.
  void startWithin(std::uint64_t budget);
  // Writes the selected version; false and a message where it cannot be written.
  bool writeTo(const QString& path);

  ParetoView* front() const { return front_; }
  SideBySideView* pictures() const { return pictures_; }
  // What was found; nullptr where nothing was.
  const ShrinkPointer& found() const { return found_; }
  bool busy() const { return job_.running(); }
  QString message() const;

private:
  void buildLayout();
  void start();
  void showFound(const ShrinkPointer& report);
  void showSelected();
  void chooseFile();
  void updateButtons();

  ShrinkJob job_;
  ReportPointer report_;
  ShrinkPointer found_;

  QPushButton* start_;
  QPushButton* enough_;
  QCheckBox* order_;
  QCheckBox* overlap_;
  QCheckBox* strips_;
  QSpinBox* budget_;
  QPushButton* write_;
  QLabel* message_;
  ImageNote* imageNote_;
  ParetoView* front_;
  SideBySideView* pictures_;
};

} // namespace arenascope::ui
