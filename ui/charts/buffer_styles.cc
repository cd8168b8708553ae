#include "ui/charts/buffer_styles.h"

#include <QObject>
#include <QPainter>
#include <algorithm>
#include <array>
#include <map>

#include "core/report/buffer_info.h"
#include "ui/charts/hatching.h"

namespace arenascope::ui {

using report::BufferKind;
using report::PlannedBuffer;
using report::Report;

namespace {

constexpr std::array kPatterns = {Qt::SolidPattern, Qt::BDiagPattern, Qt::Dense6Pattern,    Qt::FDiagPattern,
                                  Qt::HorPattern,   Qt::CrossPattern, Qt::DiagCrossPattern, Qt::VerPattern};

// Kinds keep their looks in every model.
BufferStyle styleOfKind(BufferKind kind) {
  switch (kind) {
  case BufferKind::kInput: return {0, Qt::SolidPattern};
  case BufferKind::kOutput: return {2, Qt::Dense6Pattern};
  case BufferKind::kActivation: return {4, Qt::SolidPattern};
  case BufferKind::kScratch: return {5, Qt::BDiagPattern};
  case BufferKind::kVariable: return {3, Qt::DiagCrossPattern};
  case BufferKind::kAccelerator: return {1, Qt::FDiagPattern};
  }
  return {};
}

// What a buffer is grouped by; empty where it stands for itself.
QString groupOf(const Report& report, const PlannedBuffer& buffer, ColourBy by, const std::vector<int>& rows) {
  if (by == ColourBy::kKind) return QString::fromLatin1(bufferKindName(bufferKind(report, buffer)));
  if (by == ColourBy::kTensor) return {};
  const int op = buffer.firstOp < 0 ? -1 : rows[static_cast<std::size_t>(buffer.firstOp)];
  if (bufferKind(report, buffer) == BufferKind::kAccelerator)
    return QString::fromLatin1(bufferKindName(BufferKind::kAccelerator));
  return op < 0 ? QObject::tr("inputs") : QString::fromStdString(report.operators[static_cast<std::size_t>(op)].name);
}

} // namespace

void BufferStyles::addFamilies(const Report& report, bool patterns) {
  const auto styleOf = [&](report::Family family) {
    return BufferStyle{familyColour(family), patterns ? kPatterns[static_cast<std::size_t>(family)] : Qt::SolidPattern};
  };
  const std::vector<report::Family> families = report::bufferFamilies(report);
  for (const report::Family family : families) styles_.push_back(styleOf(family));
  for (const report::Family family : report::kFamilies)
    if (std::find(families.begin(), families.end(), family) != families.end())
      legend_.push_back({styleOf(family), QString::fromStdString(report::familyTitle(report, family))});
}

BufferStyles::BufferStyles(const Report& report, ColourBy by, bool patterns) {
  if (by == ColourBy::kFamily) {
    addFamilies(report, patterns);
    return;
  }
  std::map<QString, BufferStyle> known;
  const std::vector<int> rows = report::rowsByStep(report);
  styles_.reserve(report.buffers.size());
  for (std::size_t i = 0; i < report.buffers.size(); ++i) {
    const PlannedBuffer& buffer = report.buffers[i];
    const QString group = groupOf(report, buffer, by, rows);
    if (group.isEmpty()) {
      styles_.push_back({static_cast<int>(i), patterns && buffer.scratch ? Qt::BDiagPattern : Qt::SolidPattern});
      continue;
    }
    const auto [found, isNew] = known.try_emplace(group);
    if (isNew) {
      BufferStyle style{static_cast<int>(legend_.size()), kPatterns[legend_.size() % kPatterns.size()]};
      if (by == ColourBy::kKind) style = styleOfKind(bufferKind(report, buffer));
      if (!patterns) style.pattern = Qt::SolidPattern;
      found->second = style;
      legend_.push_back({style, group});
    }
    styles_.push_back(found->second);
  }
}

bool canShowPattern(const QRect& box, Qt::BrushStyle pattern) {
  return pattern != Qt::SolidPattern && box.width() >= kSmallestPattern && box.height() >= kSmallestPattern;
}

void drawPattern(QPainter& painter, const QRect& box, Qt::BrushStyle pattern, const Theme& theme) {
  if (!canShowPattern(box, pattern)) return;
  QColor ink = theme.fillText;
  ink.setAlpha(70);
  fillPattern(painter, box, ink, pattern);
}

} // namespace arenascope::ui
