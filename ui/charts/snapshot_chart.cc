#include "ui/charts/snapshot_chart.h"

#include <QPainter>

#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

using report::ArenaSnapshot;
using trace::Event;
using trace::EventKind;
using trace::Section;

std::vector<SnapshotBlock> blocksAfter(const report::Report& report, std::size_t event) {
  const auto size = static_cast<double>(report.analysis.minimum);
  std::vector<SnapshotBlock> low;
  std::vector<SnapshotBlock> tail;
  ArenaSnapshot before;
  for (std::size_t i = 0; i <= event && i < report.allocations.size(); ++i) {
    const Event& now = report.allocations[i];
    const ArenaSnapshot& after = report.analysis.snapshots[i];
    if (now.kind == EventKind::kTempReset) {
      std::erase_if(low, [](const SnapshotBlock& block) { return block.section == Section::kTemp; });
    } else if (now.section == Section::kTail) {
      tail.push_back({size - static_cast<double>(after.tail), size - static_cast<double>(before.tail), now.section, i});
    } else if (now.section == Section::kHead) {
      low = {{0.0, static_cast<double>(after.head), now.section, i}};
    } else {
      low.push_back({static_cast<double>(before.temp), static_cast<double>(after.temp), now.section, i});
    }
    before = after;
  }
  low.insert(low.end(), tail.begin(), tail.end());
  return low;
}

int blockEventAt(const report::Report& report, std::size_t event, double share) {
  const double at = share * static_cast<double>(report.analysis.minimum);
  for (const SnapshotBlock& block : blocksAfter(report, event))
    if (block.first <= at && at < block.end) return static_cast<int>(block.event);
  return -1;
}

void paintSnapshot(QPainter& painter, const QRectF& area, const report::Report& report, std::size_t event,
                   const Theme& theme) {
  painter.fillRect(area, theme.free);
  const double scale = area.width() / static_cast<double>(std::max<std::uint64_t>(1, report.analysis.minimum));
  for (const SnapshotBlock& block : blocksAfter(report, event)) {
    const QRectF box(area.left() + block.first * scale, area.top(), (block.end - block.first) * scale, area.height());
    const QColor fill = block.section == Section::kTail   ? theme.tail
                        : block.section == Section::kTemp ? theme.temp
                                                          : theme.family(report::Family::kOther).fill;
    const bool isNew = block.event == event;
    painter.fillRect(box, isNew ? theme.selection : fill);
    if (box.width() >= 3 && !isNew) {
      painter.setPen(QPen(fill.darker(130), 1));
      painter.drawLine(box.topLeft(), box.bottomLeft());
    }
    painter.setPen(isNew ? theme.background : theme.fillText);
    drawFitting(painter, box, bytesText(block.end - block.first), Qt::AlignCenter);
  }
  const ArenaSnapshot& snapshot = report.analysis.snapshots[event];
  const double gapLeft = area.left() + static_cast<double>(std::max(snapshot.head, snapshot.temp)) * scale;
  const double gapRight = area.right() - static_cast<double>(snapshot.tail) * scale;
  painter.setPen(event == report.analysis.peak ? theme.peak : theme.weakText);
  drawFitting(painter, QRectF(gapLeft, area.top(), gapRight - gapLeft, area.height()),
              QObject::tr("gap %1").arg(bytesText((gapRight - gapLeft) / scale)), Qt::AlignCenter);
  painter.setPen(QPen(theme.weakText, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace arenascope::ui
