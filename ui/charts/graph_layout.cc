#include "ui/charts/graph_layout.h"

#include <algorithm>
#include <numeric>

namespace arenascope::ui {

namespace {

constexpr double kGapAcross = 24.0;
constexpr double kGapDown = 22.0;
constexpr double kBendWidth = 6.0; // of an edge that passes a layer
constexpr int kOrderSweeps = 6;
constexpr int kPlaceSweeps = 8;
// Longer edges pass beside all nodes instead of between them: bends in each layer would take more room than the nodes.
constexpr int kLongestBentEdge = 64;
constexpr double kLaneWidth = 8.0; // beside the nodes

// A node, or the bend of an edge in a layer that it passes.
struct Vertex {
  int layer = 0;
  double width = 0;
  double x = 0; // of its middle
  std::vector<int> up;
  std::vector<int> down;
};

class Layering {
public:
  Layering(const std::vector<QSizeF>& sizes, const std::vector<GraphEdge>& edges) : vertices_(sizes.size()) {
    for (std::size_t i = 0; i < sizes.size(); ++i) vertices_[i].width = sizes[i].width();
    chooseLayers(edges);
    for (const GraphEdge& edge : edges) bends_.push_back(addEdge(edge));
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      const auto layer = static_cast<std::size_t>(vertices_[i].layer);
      if (layers_.size() <= layer) layers_.resize(layer + 1);
      layers_[layer].push_back(static_cast<int>(i));
    }
    order();
    place();
  }
  const Vertex& vertex(std::size_t index) const { return vertices_[index]; }
  const std::vector<int>& bends(std::size_t edge) const { return bends_[edge]; }
  std::size_t layerCount() const { return layers_.size(); }

private:
  void chooseLayers(const std::vector<GraphEdge>& edges) {
    std::vector<std::vector<int>> out(vertices_.size());
    for (const GraphEdge& edge : edges) out[static_cast<std::size_t>(edge.from)].push_back(edge.to);
    for (std::size_t i = 0; i < vertices_.size(); ++i)
      for (const int to : out[i]) {
        int& layer = vertices_[static_cast<std::size_t>(to)].layer;
        layer = std::max(layer, vertices_[i].layer + 1);
      }
  }

  std::vector<int> addEdge(const GraphEdge& edge) {
    std::vector<int> bends;
    int last = edge.from;
    const int first = vertices_[static_cast<std::size_t>(edge.from)].layer + 1;
    const int end = vertices_[static_cast<std::size_t>(edge.to)].layer;
    for (int layer = first; layer < end && end - first <= kLongestBentEdge; ++layer) {
      const int bend = static_cast<int>(vertices_.size());
      vertices_.push_back({.layer = layer, .width = kBendWidth, .x = 0, .up = {}, .down = {}});
      connect(last, bend);
      bends.push_back(bend);
      last = bend;
    }
    connect(last, edge.to);
    return bends;
  }

  void connect(int from, int to) {
    vertices_[static_cast<std::size_t>(from)].down.push_back(to);
    vertices_[static_cast<std::size_t>(to)].up.push_back(from);
  }

  // The mean place of what a vertex is connected to, in a measure of place.
  template <typename Place>
  double meanOf(const std::vector<int>& neighbours, double otherwise, Place place) const {
    if (neighbours.empty()) return otherwise;
    const double sum =
        std::accumulate(neighbours.begin(), neighbours.end(), 0.0, [&](double so, int i) { return so + place(i); });
    return sum / static_cast<double>(neighbours.size());
  }

  // The barycenter heuristic: each layer in the order of the means of its neighbours' positions, down and up in turns.
  void order() {
    std::vector<double> position(vertices_.size());
    const auto number = [&](const std::vector<int>& layer) {
      for (std::size_t i = 0; i < layer.size(); ++i)
        position[static_cast<std::size_t>(layer[i])] = static_cast<double>(i);
    };
    for (const auto& layer : layers_) number(layer);
    const auto at = [&](int i) { return position[static_cast<std::size_t>(i)]; };
    for (int sweep = 0; sweep < kOrderSweeps; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (std::size_t step = 0; step < layers_.size(); ++step) {
        auto& layer = layers_[down ? step : layers_.size() - 1 - step];
        std::vector<std::pair<double, int>> means;
        means.reserve(layer.size());
        for (const int i : layer) {
          const Vertex& vertex = vertices_[static_cast<std::size_t>(i)];
          means.emplace_back(meanOf(down ? vertex.up : vertex.down, at(i), at), i);
        }
        std::stable_sort(means.begin(), means.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < layer.size(); ++i) layer[i] = means[i].second;
        number(layer);
      }
    }
  }

  static double distance(const Vertex& a, const Vertex& b) { return (a.width + b.width) / 2 + kGapAcross; }

  // Moves each vertex towards its neighbours' middle as far as the others of its layer allow.
  void place() {
    for (const auto& layer : layers_) {
      double x = 0;
      for (const int i : layer) {
        Vertex& vertex = vertices_[static_cast<std::size_t>(i)];
        vertex.x = x + vertex.width / 2;
        x += vertex.width + kGapAcross;
      }
    }
    const auto at = [&](int i) { return vertices_[static_cast<std::size_t>(i)].x; };
    for (int sweep = 0; sweep < kPlaceSweeps; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (std::size_t step = 0; step < layers_.size(); ++step) {
        const auto& layer = layers_[down ? step : layers_.size() - 1 - step];
        std::vector<double> wanted;
        wanted.reserve(layer.size());
        for (const int i : layer) {
          const Vertex& vertex = vertices_[static_cast<std::size_t>(i)];
          wanted.push_back(meanOf(down ? vertex.up : vertex.down, vertex.x, at));
        }
        spread(layer, wanted);
      }
    }
  }

  // As near to the wanted places as possible without overlaps: the mean of pushing all to the right and all to the
  // left.
  void spread(const std::vector<int>& layer, const std::vector<double>& wanted) {
    std::vector<double> right = wanted;
    std::vector<double> left = wanted;
    const auto vertex = [&](std::size_t i) -> Vertex& { return vertices_[static_cast<std::size_t>(layer[i])]; };
    for (std::size_t i = 1; i < layer.size(); ++i)
      right[i] = std::max(right[i], right[i - 1] + distance(vertex(i - 1), vertex(i)));
    for (std::size_t i = layer.size(); i-- > 1;)
      left[i - 1] = std::min(left[i - 1], left[i] - distance(vertex(i - 1), vertex(i)));
    for (std::size_t i = 0; i < layer.size(); ++i) vertex(i).x = (right[i] + left[i]) / 2;
  }

  std::vector<Vertex> vertices_;
  std::vector<std::vector<int>> layers_;
  std::vector<std::vector<int>> bends_; // of each edge
};

// Which of the lines beside the nodes an edge takes: the first that is free along all of its layers.
class Lanes {
public:
  double take(std::size_t first, std::size_t last) {
    const auto free = [&](const std::vector<std::pair<std::size_t, std::size_t>>& taken) {
      return std::none_of(taken.begin(), taken.end(),
                          [&](const auto& other) { return first < other.second && other.first < last; });
    };
    const auto found = std::find_if(lanes_.begin(), lanes_.end(), free);
    const auto lane = found - lanes_.begin();
    if (found == lanes_.end()) lanes_.emplace_back();
    lanes_[static_cast<std::size_t>(lane)].emplace_back(first, last);
    return static_cast<double>(lane);
  }

private:
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> lanes_; // from layer, to layer
};

} // namespace

GraphLayout layoutGraph(const std::vector<QSizeF>& sizes, const std::vector<GraphEdge>& edges) {
  const Layering layering(sizes, edges);
  std::vector<double> heights(layering.layerCount(), 0.0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    double& height = heights[static_cast<std::size_t>(layering.vertex(i).layer)];
    height = std::max(height, sizes[i].height());
  }
  std::vector<double> tops(heights.size(), 0.0);
  for (std::size_t layer = 1; layer < tops.size(); ++layer)
    tops[layer] = tops[layer - 1] + heights[layer - 1] + kGapDown;
  GraphLayout layout;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Vertex& vertex = layering.vertex(i);
    const auto layer = static_cast<std::size_t>(vertex.layer);
    const double top = tops[layer] + (heights[layer] - sizes[i].height()) / 2;
    layout.nodes.emplace_back(QPointF(vertex.x - sizes[i].width() / 2, top), sizes[i]);
    layout.bounds |= layout.nodes.back();
  }
  for (std::size_t e = 0; e < edges.size(); ++e)
    for (const int bend : layering.bends(e)) {
      const double x = layering.vertex(static_cast<std::size_t>(bend)).x;
      layout.bounds.setLeft(std::min(layout.bounds.left(), x - kBendWidth));
      layout.bounds.setRight(std::max(layout.bounds.right(), x + kBendWidth));
    }
  Lanes lanes;
  const double beside = layout.bounds.right() + kGapAcross;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const QRectF& from = layout.nodes[static_cast<std::size_t>(edges[e].from)];
    const QRectF& to = layout.nodes[static_cast<std::size_t>(edges[e].to)];
    const auto above = static_cast<std::size_t>(layering.vertex(static_cast<std::size_t>(edges[e].from)).layer);
    const auto below = static_cast<std::size_t>(layering.vertex(static_cast<std::size_t>(edges[e].to)).layer);
    std::vector<QPointF> corners = {{from.center().x(), from.bottom()}};
    // Out of its layer straight down: neighbours may be higher.
    if (const double end = tops[above] + heights[above]; end > from.bottom())
      corners.emplace_back(from.center().x(), end);
    for (const int bend : layering.bends(e)) {
      const Vertex& vertex = layering.vertex(static_cast<std::size_t>(bend));
      const auto layer = static_cast<std::size_t>(vertex.layer);
      corners.emplace_back(vertex.x, tops[layer]);
      corners.emplace_back(vertex.x, tops[layer] + heights[layer]);
    }
    if (below - above > 1 && layering.bends(e).empty()) {
      // Across in the gaps between layers, where no node is.
      const double x = beside + kLaneWidth * lanes.take(above, below);
      corners.emplace_back(x, tops[above + 1]);
      corners.emplace_back(x, tops[below] - kGapDown);
      layout.bounds.setRight(std::max(layout.bounds.right(), x + kLaneWidth));
    }
    if (tops[below] < to.top()) corners.emplace_back(to.center().x(), tops[below]);
    corners.emplace_back(to.center().x(), to.top());
    layout.edges.push_back(std::move(corners));
  }
  return layout;
}

} // namespace arenascope::ui
