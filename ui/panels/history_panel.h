// Reuse of memory: everything that ever lives in the selected buffer's bytes, or in a range of them, in order.
#pragma once

#include <QWidget>

#include "ui/state/report_pointer.h"
#include "ui/state/selection.h"

class QLabel;

namespace arenascope::ui {

class HistoryModel;
class ReportTable;

class HistoryPanel : public QWidget {
  Q_OBJECT

public:
  explicit HistoryPanel(Selection& selection, QWidget* parent = nullptr);

  // The search line, to be put above the panel.
  QWidget* tools() const;
  void setReport(const ReportPointer& report);

private:
  void showSelection();

  Selection& selection_;
  ReportPointer report_;
  HistoryModel* model_;
  ReportTable* table_;
  QLabel* caption_;
  std::optional<report::ByteRange> range_;
};

} // namespace arenascope::ui
