#include "ui/function_map.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/lens_frame.h"
#include "ui/treemap_layout.h"

namespace arenascope::ui {

using profile::FunctionCost;
using profile::OperatorReport;
using profile::Report;
using Tile = FunctionMapLayout::Tile;

namespace {

// Less than this in either direction gets no title line.
constexpr double kRoomForTitle = 34.0;
constexpr double kMargin = 4.0;

// Without the namespace: "convolve3x3".
QString lastName(const QString& function) {
  const qsizetype arguments = function.indexOf(QLatin1Char('<'));
  const qsizetype colons = function.lastIndexOf(QStringLiteral("::"), arguments < 0 ? -1 : arguments);
  return colons < 0 ? function : function.mid(colons + 2);
}

// One operator, however often it ran, without those that run inside it; or the interpreter.
struct Field {
  int op = -1; // the first row in which it ran
  std::uint64_t cycles = 0;
  std::vector<FunctionCost> functions; // by readable name, most cycles first
};

Field fieldOf(int op, const std::vector<FunctionCost>& functions) {
  Field field{.op = op, .cycles = 0, .functions = profile::byReadableName(functions)};
  for (const FunctionCost& function : field.functions) field.cycles += function.cost.cycles;
  return field;
}

// Most cycles first.
std::vector<Field> fieldsOf(const Report& report) {
  std::map<std::pair<int, int>, std::pair<int, std::vector<FunctionCost>>> operators;
  for (std::size_t i = 0; i < report.operators.size(); ++i) {
    const OperatorReport& op = report.operators[i];
    auto& [row, functions] =
        operators.try_emplace({op.subgraph, op.index}, static_cast<int>(i), std::vector<FunctionCost>()).first->second;
    functions.insert(functions.end(), op.functions.begin(), op.functions.end());
  }
  std::vector<Field> fields;
  fields.reserve(operators.size() + 1);
  fields.push_back(fieldOf(-1, report.cost->interpreterFunctions));
  for (const auto& [place, found] : operators) fields.push_back(fieldOf(found.first, found.second));
  std::stable_sort(fields.begin(), fields.end(), [](const Field& a, const Field& b) { return a.cycles > b.cycles; });
  return fields;
}

} // namespace

FunctionMapLayout::FunctionMapLayout(const Report& report, const QRectF& area, double titleHeight) {
  for (const FunctionCost& function : functionTotals(report))
    colours_.emplace(function.name, static_cast<int>(colours_.size()));
  const std::vector<Field> fields = fieldsOf(report);
  std::vector<double> sizes;
  sizes.reserve(fields.size());
  for (const Field& field : fields) sizes.push_back(static_cast<double>(field.cycles));
  const std::vector<QRectF> rects = treemapLayout(area, sizes);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (rects[i].isEmpty()) continue;
    tiles_.push_back({.rect = rects[i], .op = fields[i].op, .function = {}, .cycles = fields[i].cycles, .colour = -1});
    const bool titled = rects[i].width() >= kRoomForTitle && rects[i].height() >= kRoomForTitle;
    addFunctions(fields[i].functions, fields[i].op, rects[i].adjusted(1, titled ? titleHeight : 1, -1, -1));
  }
}

void FunctionMapLayout::addFunctions(const std::vector<FunctionCost>& functions, int op, const QRectF& area) {
  std::vector<double> sizes;
  sizes.reserve(functions.size());
  for (const FunctionCost& function : functions) sizes.push_back(static_cast<double>(function.cost.cycles));
  const std::vector<QRectF> rects = treemapLayout(area, sizes);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (rects[i].isEmpty()) continue;
    tiles_.push_back({.rect = rects[i],
                      .op = op,
                      .function = QString::fromStdString(functions[i].name),
                      .cycles = functions[i].cost.cycles,
                      .colour = colours_.at(functions[i].name)});
  }
}

const Tile* FunctionMapLayout::at(const QPointF& point) const {
  const auto found =
      std::find_if(tiles_.rbegin(), tiles_.rend(), [&](const Tile& tile) { return tile.rect.contains(point); });
  return found == tiles_.rend() ? nullptr : &*found;
}

FunctionMap::FunctionMap(Selection& selection, QWidget* parent) : QWidget(parent), selection_(selection) {
  setAccessibleName(tr("Cycles by operator and function"));
  setMinimumHeight(80);
  connect(&selection_, &Selection::changed, this, [this] { update(); });
}

void FunctionMap::setReport(const ReportPointer& report) {
  report_ = report;
  update();
}

FunctionMapLayout FunctionMap::layoutNow() const {
  const QRectF area = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
  return {*report_, area, QFontMetricsF(font()).height() + 2};
}

double FunctionMap::share(std::uint64_t cycles) const {
  return 100.0 * static_cast<double>(cycles) /
         static_cast<double>(std::max<std::uint64_t>(1, report_->cost->total.cycles));
}

QString FunctionMap::titleOf(const Tile& tile) const {
  if (!tile.function.isEmpty()) return tile.function;
  if (tile.op < 0) return tr("interpreter");
  const OperatorReport& op = report_->operators[static_cast<std::size_t>(tile.op)];
  return QString::fromStdString(profile::operatorPlace(op) + "  " + op.name);
}

QString FunctionMap::describe(const Tile& tile) const {
  Tile whole = tile;
  whole.function.clear();
  return QStringLiteral("<b>%1</b>%2<br>%3 cycles, %4 % of the inference")
      .arg(titleOf(tile).toHtmlEscaped(),
           tile.function.isEmpty() ? QString() : tr("<br>in %1").arg(titleOf(whole).toHtmlEscaped()),
           groupedText(tile.cycles))
      .arg(share(tile.cycles), 0, 'f', 1);
}

bool FunctionMap::isSelected(int op) const {
  if (selection_.op() < 0) return false;
  const OperatorReport& one = report_->operators[static_cast<std::size_t>(op)];
  const OperatorReport& other = report_->operators[static_cast<std::size_t>(selection_.op())];
  return one.subgraph == other.subgraph && one.index == other.index;
}

void FunctionMap::paintTile(QPainter& painter, const Tile& tile, const Theme& theme) const {
  const QRectF box = tile.rect.adjusted(0.5, 0.5, -0.5, -0.5);
  const QString percent = QStringLiteral("%1 %").arg(share(tile.cycles), 0, 'f', 1);
  if (tile.function.isEmpty()) {
    const bool chosen = tile.op >= 0 && isSelected(tile.op);
    painter.fillRect(tile.rect, chosen ? theme.selection : theme.free);
    if (tile.rect.width() < kRoomForTitle || tile.rect.height() < kRoomForTitle) return;
    const QRectF line(box.left() + 3, box.top(), box.width() - 6, QFontMetricsF(font()).height() + 2);
    painter.setPen(chosen ? theme.background : theme.text);
    painter.drawText(
        line, Qt::AlignVCenter | Qt::AlignLeft,
        QFontMetricsF(font()).elidedText(titleOf(tile) + QStringLiteral("  ") + percent, Qt::ElideRight, line.width()));
    return;
  }
  const QColor fill = theme.buffer(tile.colour);
  painter.fillRect(tile.rect, fill);
  painter.setPen(QPen(fill.darker(140), 1));
  painter.drawRect(box);
  painter.setPen(theme.fillText);
  const QFontMetricsF metrics(font());
  if (box.height() < metrics.height() || box.width() < metrics.averageCharWidth() * 5) return;
  const bool two = box.height() >= 2 * metrics.height();
  const QString name = metrics.elidedText(lastName(tile.function), Qt::ElideRight, box.width() - 6);
  painter.drawText(box, Qt::AlignCenter, two ? name + QLatin1Char('\n') + percent : name);
}

void FunctionMap::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const Theme theme = Theme::from(palette());
  painter.fillRect(rect(), theme.background);
  if (!hasContent()) {
    painter.setPen(theme.weakText);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                     report_ == nullptr ? tr("Open a model to see where its cycles go.")
                                        : tr("Cycles are known after an inference on a Cortex-M target."));
    return;
  }
  const FunctionMapLayout layout = layoutNow();
  for (const Tile& tile : layout.tiles()) paintTile(painter, tile, theme);
}

bool FunctionMap::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !hasContent()) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const FunctionMapLayout layout = layoutNow();
  if (const Tile* tile = layout.at(help->pos()))
    QToolTip::showText(help->globalPos(), describe(*tile), this);
  else
    QToolTip::hideText();
  return true;
}

void FunctionMap::mousePressEvent(QMouseEvent* event) {
  if (!hasContent() || event->button() != Qt::LeftButton) return;
  const FunctionMapLayout layout = layoutNow();
  const Tile* tile = layout.at(event->position());
  if (tile != nullptr && tile->op >= 0)
    selection_.selectOperator(tile->op);
  else
    selection_.clear();
}

} // namespace arenascope::ui
