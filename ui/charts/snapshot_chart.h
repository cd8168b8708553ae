// The arena at one step of its construction, as it lies in memory: head and temporary blocks from the left, the tail
// from the right, the gap between.
#pragma once

#include <QRectF>
#include <QString>
#include <vector>

#include "ui/charts/theme.h"
#include "ui/state/report_pointer.h"

class QPainter;

namespace arenascope::ui {

// One block that is there at the moment, in bytes from the start of the smallest arena that works.
struct SnapshotBlock {
  double first = 0;
  double end = 0;
  trace::Section section = trace::Section::kHead;
  std::size_t event = 0; // that made it, in Report::allocations
};

// What lies in the arena after an event.
std::vector<SnapshotBlock> blocksAfter(const report::Report& report, std::size_t event);

// The event that made what lies at a share (0 to 1) of the width; -1 in the gap.
int blockEventAt(const report::Report& report, std::size_t event, double share);

void paintSnapshot(QPainter& painter, const QRectF& area, const report::Report& report, std::size_t event,
                   const Theme& theme);

} // namespace arenascope::ui
