// Layered drawing (Sugiyama, Tagawa and Toda, 1981): places the nodes of a graph without cycles in layers from top to
// bottom, so that edges point downwards and cross little. Plain arithmetic.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <vector>

namespace arenascope::ui {

struct GraphEdge {
  int from = 0;
  int to = 0;
};

struct GraphLayout {
  std::vector<QRectF> nodes; // in the order given
  std::vector<std::vector<QPointF>>
      edges;     // the corners of each, from the lower side of one node to the upper of another
  QRectF bounds; // of nodes and edges
};

// Edges lead from nodes with smaller numbers to larger ones.
GraphLayout layoutGraph(const std::vector<QSizeF>& sizes, const std::vector<GraphEdge>& edges);

} // namespace arenascope::ui
