#include "ui/charts/graph_chart.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "core/report/buffer_info.h"
#include "core/report/text/short_names.h"
#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

using model::OperatorInfo;
using model::SubgraphInfo;
using model::TensorInfo;
using report::OperatorReport;

namespace {

const QSizeF kOperatorSize(210, 44);
const QSizeF kTensorSize(196, 22);
constexpr double kShareBar = 4.0;
// Smaller than this, text is not readable.
constexpr double kReadableScale = 0.45;

double shareOf(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

QPainterPath edgePath(const std::vector<QPointF>& corners) {
  QPainterPath path(corners.front());
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const double middle = (corners[i - 1].y() + corners[i].y()) / 2;
    path.cubicTo({corners[i - 1].x(), middle}, {corners[i].x(), middle}, corners[i]);
  }
  return path;
}

GraphChart::GraphChart(ReportPointer report, std::int32_t subgraph, const BufferStyles& styles)
    : report_(std::move(report)), subgraph_(subgraph), styles_(styles), peak_(report_->peakOperator()),
      layers_(report::layerNames(*report_)) {
  for (const OperatorReport& op : report_->operators) {
    mostCycles_ = std::max(mostCycles_, op.cost.cycles);
    mostLive_ = std::max(mostLive_, op.liveBytes);
  }
  connectNodes(report_->model.subgraphs[static_cast<std::size_t>(subgraph)]);
  std::vector<QSizeF> sizes;
  sizes.reserve(nodes_.size());
  for (const GraphNode& node : nodes_) sizes.push_back(node.op >= 0 ? kOperatorSize : kTensorSize);
  layout_ = layoutGraph(sizes, edges_);
}

GraphNode GraphChart::operatorNode(const OperatorInfo& info, std::int32_t op, int row) const {
  GraphNode node;
  node.op = op;
  node.row = row;
  node.name = QStringLiteral("%1 %2").arg(op).arg(QString::fromStdString(info.name));
  node.title = QStringLiteral("%1  %2").arg(op).arg(QString::fromStdString(info.name));
  QStringList parts;
  if (node.row >= 0) {
    const OperatorReport& report = report_->operators[static_cast<std::size_t>(node.row)];
    if (report_->cost) {
      parts << QObject::tr("%1 cycles").arg(groupedText(report.cost.cycles));
      node.share = report_->cost->percent(report.cost.cycles) / 100;
      node.cycles = shareOf(report.cost.cycles, mostCycles_);
    }
    node.live = shareOf(report.liveBytes, mostLive_);
    parts << QObject::tr("%1 in use").arg(bytesText(static_cast<double>(report.liveBytes)));
  }
  node.detail = parts.join(QStringLiteral(", "));
  node.help = QStringLiteral("<b>%1</b><br>%2").arg(node.title.toHtmlEscaped(), node.detail);
  if (node.row >= 0) {
    const QString layer = QString::fromStdString(layers_[static_cast<std::size_t>(node.row)]);
    if (layer != QString::fromStdString(info.name)) node.help += QStringLiteral("<br>%1").arg(layer.toHtmlEscaped());
  }
  if (info.weightBytes > 0) node.help += QObject::tr("<br>weights: %1 in flash").arg(countedText(info.weightBytes));
  if (info.macs > 0) node.help += QObject::tr("<br>%1").arg(countedText(info.macs, "multiply-accumulate"));
  return node;
}

GraphNode GraphChart::tensorNode(const TensorInfo& tensor, std::int32_t index, int number) const {
  GraphNode node;
  node.tensor = index;
  node.number = number;
  node.name = QString::fromStdString(tensor.name);
  node.title = QStringLiteral("%1 %2  %3")
                   .arg(QString::fromStdString(model::shapeText(tensor.shape)), QString::fromStdString(tensor.type),
                        bytesText(static_cast<double>(tensor.bytes)));
  node.help = QStringLiteral("<b>%1</b><br>%2 %3, %4")
                  .arg(QString::fromStdString(tensor.name).toHtmlEscaped(), QString::fromStdString(tensor.type),
                       QString::fromStdString(model::shapeText(tensor.shape)), countedText(tensor.bytes));
  return node;
}

// Operators in order, each after the tensors that it reads and before those that it writes; constants are left out.
void GraphChart::connectNodes(const SubgraphInfo& subgraph) {
  const std::vector<int> buffers = report::buffersByTensor(*report_);
  const std::size_t first = report::planIndexOf(report_->model, subgraph_, 0);
  std::vector<int> rows(subgraph.operators.size(), -1);
  for (std::size_t row = report_->operators.size(); row-- > 0;)
    if (const OperatorReport& op = report_->operators[row]; op.subgraph == subgraph_)
      rows[static_cast<std::size_t>(op.index)] = static_cast<int>(row);
  std::vector<int> nodeOfTensor(subgraph.tensors.size(), -1);
  const auto tensorAt = [&](std::int32_t tensor) {
    int& node = nodeOfTensor[static_cast<std::size_t>(tensor)];
    if (node >= 0) return node;
    node = static_cast<int>(nodes_.size());
    const std::size_t number = first + static_cast<std::size_t>(tensor);
    nodes_.push_back(tensorNode(subgraph.tensors[static_cast<std::size_t>(tensor)], tensor, static_cast<int>(number)));
    nodes_.back().buffer = buffers[number];
    return node;
  };
  const auto isShown = [&](std::int32_t tensor) {
    return tensor >= 0 && subgraph.tensors[static_cast<std::size_t>(tensor)].constantBytes == 0;
  };
  for (const std::int32_t input : subgraph.inputs)
    if (isShown(input)) tensorAt(input);
  for (std::size_t op = 0; op < subgraph.operators.size(); ++op) {
    const OperatorInfo& info = subgraph.operators[op];
    std::vector<int> read;
    for (const std::int32_t input : info.inputs)
      if (isShown(input)) read.push_back(tensorAt(input));
    const int node = static_cast<int>(nodes_.size());
    nodes_.push_back(operatorNode(info, static_cast<std::int32_t>(op), rows[op]));
    for (const int from : read) edges_.push_back({from, node});
    for (const std::int32_t output : info.outputs)
      // A variable that is read and written stands in front of its operator already.
      if (isShown(output) && nodeOfTensor[static_cast<std::size_t>(output)] < 0)
        edges_.push_back({node, tensorAt(output)});
  }
}

int GraphChart::nodeAt(const QPointF& place) const {
  const auto found =
      std::find_if(layout_.nodes.begin(), layout_.nodes.end(), [&](const QRectF& box) { return box.contains(place); });
  return found == layout_.nodes.end() ? -1 : static_cast<int>(found - layout_.nodes.begin());
}

bool GraphChart::isChosen(const GraphNode& node, const GraphMarks& marks) const {
  if (marks.buffer >= 0 && node.buffer == marks.buffer) return true;
  if (marks.op < 0 || node.op < 0) return false;
  const OperatorReport& op = report_->operators[static_cast<std::size_t>(marks.op)];
  return op.subgraph == subgraph_ && op.index == node.op;
}

int GraphChart::nodeOf(const GraphMarks& marks) const {
  const auto found =
      std::find_if(nodes_.begin(), nodes_.end(), [&](const GraphNode& node) { return isChosen(node, marks); });
  return found == nodes_.end() ? -1 : static_cast<int>(found - nodes_.begin());
}

void GraphChart::paintEdges(QPainter& painter, const QRectF& visible, const Theme& theme,
                            const GraphMarks& marks) const {
  constexpr double kArrow = 6.0;
  for (std::size_t e = 0; e < layout_.edges.size(); ++e) {
    const std::vector<QPointF>& corners = layout_.edges[e];
    const bool chosen = isChosen(nodes_[static_cast<std::size_t>(edges_[e].from)], marks) ||
                        isChosen(nodes_[static_cast<std::size_t>(edges_[e].to)], marks);
    const QColor ink = chosen ? theme.selection : theme.family(report::Family::kOther).edge;
    painter.setPen(QPen(ink, chosen ? 2 : 1.2));
    painter.setBrush(Qt::NoBrush);
    if (std::min(corners.front().y(), corners.back().y()) > visible.bottom() ||
        std::max(corners.front().y(), corners.back().y()) < visible.top())
      continue;
    painter.drawPath(edgePath(corners));
    const QPointF tip = corners.back();
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(QPolygonF({tip, tip + QPointF(-kArrow / 2, -kArrow), tip + QPointF(kArrow / 2, -kArrow)}));
  }
}

// Between the ground and a colour.
QColor GraphChart::warmth(const GraphNode& node, GraphHeat heat, const Theme& theme) {
  if (heat == GraphHeat::kNone) return theme.background;
  const QColor& warm = heat == GraphHeat::kCycles ? theme.cycles : theme.tail;
  const double share = heat == GraphHeat::kCycles ? node.cycles : node.live;
  return mixed(theme.background, warm, share);
}

// Its kind as a dot, as in the tables; the peak in red.
void GraphChart::paintOperator(QPainter& painter, const GraphNode& node, const QRectF& box, const GraphMarks& marks,
                               const Theme& theme) const {
  constexpr double kMargin = 12.0;
  constexpr double kDot = 8.0;
  const QFont font = painter.font();
  painter.setFont(fontOf(painter, 12, QFont::DemiBold));
  const QFontMetricsF metrics(painter.font());
  const double width = box.width() - 2 * kMargin - kDot - 6;
  if (node.row >= 0) {
    const report::OperatorReport& op = report_->operators[static_cast<std::size_t>(node.row)];
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.family(report::familyOf(op.name)).edge);
    painter.drawRoundedRect(QRectF(box.left() + kMargin, box.top() + 9, kDot, kDot), 2, 2);
  }
  painter.setPen(node.row >= 0 && node.row == peak_ ? theme.peak : theme.text);
  painter.drawText(QRectF(box.left() + kMargin + kDot + 6, box.top() + 4, width, 18), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(node.title, Qt::ElideMiddle, width));
  painter.setFont(font);
  painter.setFont(fontOf(painter, 11));
  painter.setPen(marks.heat == GraphHeat::kNone ? theme.weakText : theme.text);
  painter.drawText(QRectF(box.left() + kMargin, box.top() + 21, box.width() - 2 * kMargin, 15),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(painter.font()).elidedText(node.detail, Qt::ElideMiddle, box.width() - 2 * kMargin));
  painter.setFont(font);
}

void GraphChart::paintNode(QPainter& painter, std::size_t index, const GraphMarks& marks, bool text,
                           const Theme& theme) const {
  const GraphNode& node = nodes_[index];
  const QRectF& box = layout_.nodes[index];
  const bool tensor = node.op < 0;
  const bool chosen = isChosen(node, marks);
  const bool peak = node.row >= 0 && node.row == peak_;
  const int colour = node.buffer >= 0 ? styles_.of(static_cast<std::size_t>(node.buffer)).colour : 0;
  const QColor fill = node.buffer >= 0 ? theme.buffer(colour) : tensor ? theme.free : warmth(node, marks.heat, theme);
  const QColor edge = chosen             ? theme.selection
                      : peak             ? theme.peak
                      : node.buffer >= 0 ? theme.edge(colour)
                                         : theme.family(report::Family::kOther).edge;
  painter.setPen(QPen(edge, chosen || peak ? 2 : 1));
  painter.setBrush(fill);
  const double radius = tensor ? box.height() / 2 : 6;
  painter.drawRoundedRect(box, radius, radius);
  if (!tensor && node.share > 0) {
    const QRectF bar(box.left() + 12, box.bottom() - kShareBar - 3, (box.width() - 24) * node.share, kShareBar);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.family(report::Family::kOther).edge);
    painter.drawRoundedRect(bar, kShareBar / 2, kShareBar / 2);
  }
  if (!text) return;
  if (!tensor) return paintOperator(painter, node, box, marks, theme);
  const QFont font = painter.font();
  painter.setFont(fontOf(painter, 11));
  painter.setPen(node.buffer >= 0 ? theme.fillText : theme.text);
  painter.drawText(box, Qt::AlignCenter,
                   QFontMetricsF(painter.font()).elidedText(node.title, Qt::ElideMiddle, box.width() - 12));
  painter.setFont(font);
}

void GraphChart::paint(QPainter& painter, const QRectF& visible, double scale, const Theme& theme,
                       const GraphMarks& marks) const {
  painter.setRenderHint(QPainter::Antialiasing);
  if (QFont font = painter.font(); textScale() > 1 && font.pointSizeF() > 0) {
    font.setPointSizeF(font.pointSizeF() / textScale()); // boxes have room for that: larger text comes with the scale
    painter.setFont(font);
  }
  paintEdges(painter, visible, theme, marks);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (layout_.nodes[i].intersects(visible)) paintNode(painter, i, marks, scale >= kReadableScale, theme);
}

} // namespace arenascope::ui
