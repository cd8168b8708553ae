#include "ui/charts/buffer_labels.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/report/buffer_info.h"
#include "core/report/text/short_names.h"
#include "ui/charts/arena_frame.h"

namespace arenascope::ui {

namespace {

constexpr double kCell = 4.0;       // pixels
constexpr double kMargin = 6.0;     // of both sides together
constexpr double kLine = 0.95;      // of a font's height, that a line of it needs
constexpr double kTwoLines = 2.4;   // lines: from this height on name and size stand below each other
constexpr double kNameAlone = 1.35; // from this height on a line is the name rather than the size
constexpr std::array kLetters = {11.0, 9.5};
constexpr double kBody = 13.0; // of these is the painter's font

} // namespace

LabelRoom::LabelRoom(const QRectF& area)
    : area_(area), columns_(std::max(1, static_cast<int>(std::ceil(area.width() / kCell)))),
      taken_(static_cast<std::size_t>(columns_) *
             static_cast<std::size_t>(std::max(1, static_cast<int>(std::ceil(area.height() / kCell))))) {}

LabelRoom::Cells LabelRoom::cellsOf(const QRectF& box) const {
  const int rows = static_cast<int>(taken_.size()) / columns_;
  const auto cell = [](double at, int count) { return std::clamp(static_cast<int>(std::floor(at / kCell)), 0, count); };
  return {cell(box.left() - area_.left(), columns_), cell(box.top() - area_.top(), rows),
          cell(box.right() - area_.left() + kCell, columns_), cell(box.bottom() - area_.top() + kCell, rows)};
}

bool LabelRoom::isFree(const QRectF& box) const {
  const Cells cells = cellsOf(box);
  for (int y = cells.top; y < cells.bottom; ++y)
    for (int x = cells.left; x < cells.right; ++x)
      if (taken_[static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x)] != 0)
        return false;
  return true;
}

bool LabelRoom::take(const QRectF& box) {
  const bool free = isFree(box);
  if (free) cover(box);
  return free;
}

void LabelRoom::cover(const QRectF& box) {
  const Cells cells = cellsOf(box);
  for (int y = cells.top; y < cells.bottom; ++y)
    std::fill_n(taken_.begin() + y * columns_ + cells.left, std::max(0, cells.right - cells.left), char{1});
}

void BufferLabels::begin(const QFont& font) {
  for (auto& letters : lines_)
    for (std::vector<Line>& lines : letters) lines.clear();
  if (!rows_.empty() && font == font_) return;
  font_ = font;
  const double pixels = QFontInfo(font).pixelSize();
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    Lettering& lettering = letterings_[i];
    lettering.size = font;
    lettering.size.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels * kLetters[i] / kBody))));
    lettering.name = lettering.size;
    lettering.name.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(lettering.name);
    lettering.lineHeight = metrics.height();
    lettering.gap = 1.5 * metrics.averageCharWidth();
    labels_[i].assign(report_->buffers.size(), {});
  }
  if (!rows_.empty()) return;
  names_ = shortBufferNames(*report_);
  layers_ = layerNames(*report_);
  rows_ = rowsByStep(*report_);
}

std::vector<QString> BufferLabels::namesOf(std::size_t buffer) const {
  const report::PlannedBuffer& about = report_->buffers[buffer];
  const report::BufferKind kind = bufferKind(*report_, about);
  if (kind == report::BufferKind::kScratch) return {QObject::tr("scratch")};
  const auto step = static_cast<std::size_t>(std::max(about.firstOp, PlannerStep(0)));
  const int row = step < rows_.size() ? rows_[step] : -1;
  if (kind != report::BufferKind::kActivation || row < 0)
    return {QString::fromStdString(names_[buffer]), QString::fromLatin1(bufferKindName(kind))};
  const report::OperatorReport& op = report_->operators[static_cast<std::size_t>(row)];
  const QString title = QString::fromStdString(report::layerTitle(op));
  return {title + QLatin1Char(' ') + QString::fromStdString(layers_[static_cast<std::size_t>(row)]), title,
          QString::fromStdString(operatorPlace(op))};
}

const BufferLabels::Label& BufferLabels::labelOf(std::size_t buffer, Letters letters) {
  Label& label = labels_[letters][buffer];
  if (label.made) return label;
  label.made = true;
  const auto text = [](const QString& words, const QFont& font) {
    Text prepared{QStaticText(words), QFontMetricsF(font).horizontalAdvance(words)};
    prepared.shown.setTextFormat(Qt::PlainText);
    prepared.shown.setPerformanceHint(QStaticText::AggressiveCaching);
    prepared.shown.prepare({}, font);
    return prepared;
  };
  for (const QString& name : namesOf(buffer))
    if (!name.isEmpty()) label.names.push_back(text(name, letterings_[letters].name));
  label.size = text(shortBytesText(static_cast<double>(report_->buffers[buffer].bytes)), letterings_[letters].size);
  return label;
}

void BufferLabels::add(Letters letters, bool name, const Text& text, const QPointF& at, const QColor& ink) {
  lines_[letters][name ? 0 : 1].push_back({&text.shown, at, ink, upright_, middle_});
}

bool BufferLabels::addLine(const QRectF& box, const Label& label, Letters letters, bool named, const LabelInk& ink,
                           LabelRoom* room) {
  const Lettering& lettering = letterings_[letters];
  const double width = box.width() - kMargin;
  const Text* name = nullptr;
  bool sized = true;
  // The name that is usual says more than the shortest and a size.
  for (std::size_t i = 0; i < label.names.size() && name == nullptr; ++i) {
    const double left = width - label.names[i].width;
    const bool longest = i == 0 && label.names.size() > 1;
    sized = left >= lettering.gap + label.size.width;
    if (sized || (named && !longest && left >= 0)) name = &label.names[i];
  }
  sized = sized || name == nullptr;
  if (name == nullptr && label.size.width > width) return false;
  const double all = (name == nullptr ? 0 : name->width) + (sized ? label.size.width : 0) +
                     (name != nullptr && sized ? lettering.gap : 0);
  const QPointF middle = box.center();
  const double top = std::round(middle.y() - lettering.lineHeight / 2);
  const QRectF place(middle.x() - all / 2, top, all, lettering.lineHeight);
  if (room != nullptr && !room->take(place)) return false;
  if (name != nullptr) add(letters, true, *name, {std::round(place.left()), top}, ink.ink);
  if (sized)
    add(letters, false, label.size, {std::round(place.right() - label.size.width), top},
        name == nullptr ? ink.ink : ink.sub);
  return true;
}

bool BufferLabels::addIn(const QRect& box, std::size_t buffer, Letters letters, const LabelInk& ink, LabelRoom& room) {
  const double line = letterings_[letters].lineHeight;
  if (box.height() < line * kLine) return false;
  const Label& label = labelOf(buffer, letters);
  const double across = box.width() - kMargin;
  if (box.height() < kTwoLines * line)
    return addLine(box, label, letters, box.height() > kNameAlone * line, ink, &room);
  const auto name =
      std::find_if(label.names.begin(), label.names.end(), [&](const Text& one) { return one.width <= across; });
  if (name == label.names.end() || label.size.width > across) return addLine(box, label, letters, true, ink, &room);
  const QPointF middle = QRectF(box).center();
  const double width = std::max(name->width, label.size.width);
  if (!room.take({middle.x() - width / 2, middle.y() - line, width, 2 * line})) return true;
  add(letters, true, *name, {std::round(middle.x() - name->width / 2), std::round(middle.y() - line)}, ink.ink);
  add(letters, false, label.size, {std::round(middle.x() - label.size.width / 2), std::round(middle.y())}, ink.sub);
  return true;
}

void BufferLabels::add(const QRect& box, std::size_t buffer, const LabelInk& ink, LabelRoom& room) {
  if (addIn(box, buffer, kUsual, ink, room) || addIn(box, buffer, kSmall, ink, room)) return;
  const double line = letterings_[kUsual].lineHeight;
  if (box.width() < line * kLine || box.height() <= box.width() || !room.take(box)) return;
  upright_ = true;
  middle_ = QRectF(box).center();
  const QRectF turned(-box.height() / 2.0, -box.width() / 2.0, box.height(), box.width());
  addLine(turned, labelOf(buffer, kUsual), kUsual, true, ink, nullptr);
  upright_ = false;
}

void BufferLabels::paint(QPainter& painter) const {
  const QTransform usual = painter.transform();
  for (std::size_t letters = 0; letters < lines_.size(); ++letters)
    for (std::size_t kind = 0; kind < 2; ++kind) {
      painter.setFont(kind == 0 ? letterings_[letters].name : letterings_[letters].size);
      QColor ink;
      for (const Line& line : lines_[letters][kind]) {
        if (line.ink != ink) painter.setPen(ink = line.ink);
        if (line.upright) painter.setTransform(QTransform(0, -1, 1, 0, line.middle.x(), line.middle.y()) * usual);
        painter.drawStaticText(line.at, *line.text);
        if (line.upright) painter.setTransform(usual);
      }
    }
}

} // namespace arenascope::ui
