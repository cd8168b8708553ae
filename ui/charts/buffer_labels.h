// Names and sizes on buffers. Laying out text costs more than painting everything else, so it is kept from one frame to
// the next.
#pragma once

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QStaticText>
#include <array>
#include <vector>

#include "core/report/operator_family.h"
#include "ui/state/report_pointer.h"

class QPainter;

namespace arenascope::ui {

// Where labels stand already: none is put over another one. In pixels.
class LabelRoom {
public:
  explicit LabelRoom(const QRectF& area);

  bool isFree(const QRectF& box) const;
  // Takes it where it is free.
  bool take(const QRectF& box);
  // Something else is painted there.
  void cover(const QRectF& box);

private:
  struct Cells {
    int left, top, right, bottom; // without right and bottom
  };
  Cells cellsOf(const QRectF& box) const;

  QRectF area_;
  int columns_ = 0;
  std::vector<char> taken_;
};

// How a label is written: its name in `ink`, its size in `sub`.
struct LabelInk {
  QColor ink;
  QColor sub;
};

class BufferLabels {
public:
  explicit BufferLabels(ReportPointer report) : report_(std::move(report)) {}

  // The labels of a picture, in this font, whose size is that of body text.
  void begin(const QFont& font);
  // Name and size where both are readable, otherwise a shorter name, otherwise the size, otherwise nothing; upright
  // where a box is too narrow. Nothing is cut off, and nothing lies over what `room` has.
  void add(const QRect& box, std::size_t buffer, const LabelInk& ink, LabelRoom& room);
  // All that was added. Changes the painter's font and pen.
  void paint(QPainter& painter) const;

private:
  struct Text {
    QStaticText shown;
    double width = 0;
  };
  // One size of letters.
  struct Lettering {
    QFont name;
    QFont size;
    double lineHeight = 0;
    double gap = 0; // between name and size in a line
  };
  struct Label {
    bool made = false;
    std::vector<Text> names; // each shorter than the last
    Text size;
  };
  enum Letters : std::size_t { kUsual, kSmall };
  // A text and its place; the place of an upright one is counted from the middle of its box.
  struct Line {
    const QStaticText* text = nullptr;
    QPointF at;
    QColor ink;
    bool upright = false;
    QPointF middle;
  };

  const Label& labelOf(std::size_t buffer, Letters letters);
  std::vector<QString> namesOf(std::size_t buffer) const;
  // False where nothing fits.
  bool addIn(const QRect& box, std::size_t buffer, Letters letters, const LabelInk& ink, LabelRoom& room);
  // room: nullptr for an upright one, which has its place already.
  bool addLine(const QRectF& box, const Label& label, Letters letters, bool named, const LabelInk& ink,
               LabelRoom* room);
  void add(Letters letters, bool name, const Text& text, const QPointF& at, const QColor& ink);

  ReportPointer report_;
  QFont font_;
  std::array<Lettering, 2> letterings_;
  std::array<std::vector<Label>, 2> labels_; // by letters and buffer
  // By letters, names and sizes apart: changing a painter's font costs more than writing in it.
  std::array<std::array<std::vector<Line>, 2>, 2> lines_;
  bool upright_ = false; // what is added now
  QPointF middle_;
  std::vector<std::string> names_;  // short ones, by buffer
  std::vector<std::string> layers_; // by row
  std::vector<int> rows_;           // rowsByStep()
};

} // namespace arenascope::ui
