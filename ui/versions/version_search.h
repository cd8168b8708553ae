// What would help the window's model: looked for in the background, item by item. The search can be ended, gone on
// with, and given a size to fit into; what was found stays.
#pragma once

#include <QTimer>

#include "ui/jobs/search_job.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

class VersionSearch : public QObject {
  Q_OBJECT

public:
  explicit VersionSearch(QObject* parent = nullptr);

  // The window's finished report; nullptr: none. The search begins once it has stood for a while.
  void setReport(const ReportPointer& report);
  // Looks on where a limit ended the search, with more effort.
  void goOn();
  // What was found by now is the answer.
  void stop() { job_.endSearch(); }
  // Milliseconds that an inference may take; 0: any.
  void setDeadline(double milliseconds);
  // Bytes of arena that there are; 0: no target.
  void setFit(std::uint64_t bytes);

  std::uint64_t fit() const { return fit_; }
  const ReportPointer& report() const { return report_; }
  // nullptr where nothing was found, or not yet.
  const AdvicePointer& found() const { return found_; }
  bool busy() const { return job_.running() || delay_.isActive(); }
  bool running() const { return job_.running(); }
  // What goes on, or what went wrong.
  const QString& text() const { return text_; }

signals:
  // found: all that is known by now; nullptr: what was found before holds no longer. text: what goes on, "4 of 12";
  // empty at the end.
  void foundChanged(const arenascope::ui::AdvicePointer& found, const QString& text);

private:
  void start(const AdvicePointer& known);
  void again();
  void show(const AdvicePointer& found, const QString& text);

  AdviceJob job_;
  QTimer delay_;
  ReportPointer report_;
  AdvicePointer found_;
  QString text_;
  double deadline_ = 0;
  std::uint64_t fit_ = 0;
  double effort_ = 1;
};

} // namespace arenascope::ui
