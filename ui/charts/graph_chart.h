// A subgraph of the model as a graph: operators with their bytes and cycles, and between them the tensors, in the
// colours that their buffers have in the inference view.
#pragma once

#include <QString>
#include <vector>

#include "ui/charts/buffer_styles.h"
#include "ui/charts/graph_layout.h"
#include "ui/state/report_pointer.h"

class QPainter;
class QPainterPath;

namespace arenascope::ui {

struct GraphNode {
  std::int32_t op = -1;     // of the subgraph; -1: a tensor
  std::int32_t tensor = -1; // of the subgraph; -1: an operator
  int row = -1;             // of Report::operators
  int buffer = -1;          // position in Report::buffers
  int number = -1;          // of the tensor, across all subgraphs
  QString name;             // of the tensor, or what the operator is called elsewhere
  QString title;
  QString detail;
  QString help;
  double share = 0;  // of all cycles, 0 to 1
  double cycles = 0; // of those of the operator with most, 0 to 1
  double live = 0;   // bytes in use while it runs, of the most that ever are, 0 to 1
};

// What makes an operator's box warm.
enum class GraphHeat { kNone, kCycles, kBytes };

struct GraphMarks {
  int op = -1;     // row of Report::operators
  int buffer = -1; // position in Report::buffers
  GraphHeat heat = GraphHeat::kNone;
};

// How an edge runs through its corners.
QPainterPath edgePath(const std::vector<QPointF>& corners);

class GraphChart {
public:
  // colours: as in the inference view.
  GraphChart(ReportPointer report, std::int32_t subgraph, const BufferStyles& styles);

  const std::vector<GraphNode>& nodes() const { return nodes_; }
  const GraphLayout& layout() const { return layout_; }
  // The node at a place of the layout; -1 beside all of them.
  int nodeAt(const QPointF& place) const;
  // The node that stands for the selection; -1 where none does.
  int nodeOf(const GraphMarks& marks) const;

  // Only what lies in `visible`, in the layout's units; scale: pixels for each of them.
  void paint(QPainter& painter, const QRectF& visible, double scale, const Theme& theme, const GraphMarks& marks) const;

private:
  void paintOperator(QPainter& painter, const GraphNode& node, const QRectF& box, const GraphMarks& marks,
                     const Theme& theme) const;
  GraphNode operatorNode(const model::OperatorInfo& info, std::int32_t op, int row) const;
  GraphNode tensorNode(const model::TensorInfo& tensor, std::int32_t index, int number) const;
  void connectNodes(const model::SubgraphInfo& subgraph);
  // Those of the selection stand out.
  void paintEdges(QPainter& painter, const QRectF& visible, const Theme& theme, const GraphMarks& marks) const;
  void paintNode(QPainter& painter, std::size_t index, const GraphMarks& marks, bool text, const Theme& theme) const;
  static QColor warmth(const GraphNode& node, GraphHeat heat, const Theme& theme);
  bool isChosen(const GraphNode& node, const GraphMarks& marks) const;

  ReportPointer report_;
  std::int32_t subgraph_;
  std::uint64_t mostCycles_ = 1; // of one operator of the report
  std::uint64_t mostLive_ = 1;
  const BufferStyles styles_;
  int peak_ = -1;                   // row of the report
  std::vector<std::string> layers_; // by row, their names
  std::vector<GraphNode> nodes_;
  std::vector<GraphEdge> edges_;
  GraphLayout layout_;
};

} // namespace arenascope::ui
