// The model's graph, one subgraph at a time.
#pragma once

#include <QWidget>

#include "ui/views/graph_view.h"

class QComboBox;

namespace arenascope::ui {

class GraphPanel : public QWidget {
  Q_OBJECT

public:
  explicit GraphPanel(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  GraphView* view() const { return view_; }
  // For the row above.
  QWidget* tools() const { return tools_; }

private:
  GraphView* view_;
  QWidget* subgraphs_; // where there are several
  QComboBox* subgraph_;
  QComboBox* heat_;
  QWidget* tools_;
};

} // namespace arenascope::ui
