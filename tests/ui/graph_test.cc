// Where the nodes of a graph lie.
#include <gtest/gtest.h>

#include <QPainterPath>
#include <random>

#include "tests/support/test_models.h"
#include "ui/charts/graph_chart.h"
#include "ui/charts/graph_layout.h"
#include "ui/views/graph_view.h"

namespace arenascope::ui {
namespace {

const QSizeF kSize(100, 40);

void expectNoOverlaps(const GraphLayout& layout) {
  for (std::size_t i = 0; i < layout.nodes.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(layout.nodes[i].intersects(layout.nodes[k])) << i << " and " << k;
}

TEST(GraphLayoutTest, EdgesPointDown) {
  const std::vector<GraphEdge> edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 3}};
  const GraphLayout layout = layoutGraph({kSize, kSize, kSize, kSize}, edges);
  ASSERT_EQ(layout.edges.size(), edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const QRectF& from = layout.nodes[static_cast<std::size_t>(edges[i].from)];
    const QRectF& to = layout.nodes[static_cast<std::size_t>(edges[i].to)];
    EXPECT_LT(from.bottom(), to.top());
    EXPECT_EQ(layout.edges[i].front(), QPointF(from.center().x(), from.bottom()));
    EXPECT_EQ(layout.edges[i].back(), QPointF(to.center().x(), to.top()));
  }
  expectNoOverlaps(layout);
  for (const QRectF& node : layout.nodes) EXPECT_TRUE(layout.bounds.contains(node));
  // The edge that passes a layer keeps clear of the nodes in it.
  for (const QPointF& corner : layout.edges.back())
    for (const std::size_t node : {1U, 2U}) EXPECT_FALSE(layout.nodes[node].contains(corner));
}

TEST(GraphLayoutTest, AChainIsStraight) {
  const GraphLayout layout = layoutGraph({kSize, QSizeF(60, 20), kSize}, {{0, 1}, {1, 2}});
  EXPECT_DOUBLE_EQ(layout.nodes[0].center().x(), layout.nodes[1].center().x());
  EXPECT_DOUBLE_EQ(layout.nodes[1].center().x(), layout.nodes[2].center().x());
}

TEST(GraphLayoutTest, TwoBranchesDoNotCross) {
  // Given in an order that would cross.
  const GraphLayout layout = layoutGraph({kSize, kSize, kSize, kSize, kSize}, {{0, 1}, {0, 2}, {1, 4}, {2, 3}});
  EXPECT_EQ(layout.nodes[1].center().x() < layout.nodes[2].center().x(),
            layout.nodes[4].center().x() < layout.nodes[3].center().x());
}

// Neither between layers nor in a long way past many, whatever stands there.
TEST(GraphLayoutTest, NoEdgeRunsThroughANode) {
  std::mt19937 random(7);
  const auto below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
  for (int round = 0; round < 20; ++round) {
    std::vector<QSizeF> sizes;
    std::vector<GraphEdge> edges;
    const int count = 20 + below(200);
    for (int i = 0; i < count; ++i) {
      sizes.emplace_back(40 + below(200), i % 2 == 0 ? 44 : 22);
      if (i > 0) edges.push_back({round % 2 == 0 ? i - 1 : below(i), i}); // chains have edges past all their layers
      if (i > 1 && i % 3 == 0) edges.push_back({below(i), i});
    }
    edges.push_back({0, count - 1});
    const GraphLayout layout = layoutGraph(sizes, edges);
    expectNoOverlaps(layout);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const QPainterPath path = edgePath(layout.edges[e]);
      const QRectF extent = path.boundingRect(); // of no width where it leads straight down
      EXPECT_TRUE(layout.bounds.contains(extent.topLeft()) && layout.bounds.contains(extent.bottomRight()))
          << "edge " << edges[e].from << " to " << edges[e].to;
      const QPolygonF line = path.toSubpathPolygons().front(); // short pieces, and straight ones downwards
      for (std::size_t node = 0; node < layout.nodes.size(); ++node) {
        if (static_cast<int>(node) == edges[e].from || static_cast<int>(node) == edges[e].to) continue;
        const QRectF box = layout.nodes[node].adjusted(1, 1, -1, -1);
        for (int at = 1; at < line.size(); ++at)
          ASSERT_FALSE(QRectF(line[at - 1], line[at]).normalized().adjusted(-0.01, 0, 0.01, 0).intersects(box))
              << "edge " << edges[e].from << " to " << edges[e].to << " through " << node << " of " << count;
      }
    }
  }
}

TEST(GraphLayoutTest, NothingHasNoExtent) { EXPECT_TRUE(layoutGraph({}, {}).bounds.isNull()); }

TEST(GraphChartTest, HasEveryOperatorAndEveryTensorThatMoves) {
  const auto report =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("person_detector"), "cortex-m4"));
  const GraphChart picture(report, 0, BufferStyles(*report, ColourBy::kTensor, true));
  const model::SubgraphInfo& subgraph = report->model.subgraphs[0];
  std::size_t operators = 0;
  std::size_t tensors = 0;
  for (const GraphNode& node : picture.nodes()) {
    node.op >= 0 ? ++operators : ++tensors;
    if (node.op < 0) {
      EXPECT_EQ(subgraph.tensors[static_cast<std::size_t>(node.tensor)].constantBytes, 0U);
    } else {
      EXPECT_TRUE(node.detail.contains(QStringLiteral("cycles"))) << node.detail.toStdString();
      EXPECT_TRUE(node.detail.contains(QStringLiteral("in use")));
    }
  }
  EXPECT_EQ(operators, subgraph.operators.size());
  // The warmest is the one with most, and nothing is warmer.
  double cycles = 0;
  double live = 0;
  for (const GraphNode& node : picture.nodes()) {
    cycles = std::max(cycles, node.cycles);
    live = std::max(live, node.live);
    if (node.op >= 0 && node.row == report->peakOperator()) {
      EXPECT_EQ(node.live, 1.0);
    }
  }
  EXPECT_EQ(cycles, 1.0);
  EXPECT_EQ(live, 1.0);
  EXPECT_EQ(tensors, subgraph.operators.size() + 1) << "a chain: one input and one result for each operator";
  expectNoOverlaps(picture.layout());
  for (std::size_t i = 0; i < picture.nodes().size(); ++i)
    EXPECT_EQ(picture.nodeAt(picture.layout().nodes[i].center()), static_cast<int>(i));
  EXPECT_EQ(picture.nodeAt({-1e6, 0}), -1);
}

} // namespace
} // namespace arenascope::ui
