// What is selected: one operator, planned buffer, tensor, allocation or range of bytes, the same in every view.
#pragma once

#include <QObject>
#include <algorithm>
#include <optional>

#include "core/report/buffer_info.h"

namespace arenascope::ui {

class Selection : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;

  // Row of Report::operators, or -1.
  int op() const { return now_.op; }
  // Position in Report::buffers, or -1.
  int buffer() const { return now_.buffer; }
  // Number across all subgraphs of a tensor that has no planned buffer, or -1.
  int tensor() const { return now_.tensor; }
  // Position in Report::allocations, or -1.
  int event() const { return now_.event; }
  // A part of the head section.
  const std::optional<report::ByteRange>& bytes() const { return now_.bytes; }
  bool empty() const { return now_ == What{}; }
  // Whether the report has what is selected.
  bool fits(const report::Report& report) const {
    const auto inside = [](int position, std::size_t size) { return position < static_cast<int>(size); };
    return inside(now_.op, report.operators.size()) && inside(now_.buffer, report.buffers.size()) &&
           inside(now_.event, report.allocations.size()) && inside(now_.tensor, report.model.tensorCount());
  }

  void selectOperator(int op) { set({.op = op}); }
  // The one before or after the selected one, out of `count`; without a selection the first or the last.
  void stepOperator(int direction, std::size_t count) {
    if (count == 0) return;
    const int last = static_cast<int>(count) - 1;
    const int from = op() >= 0 ? op() : (direction > 0 ? -1 : last + 1);
    selectOperator(std::clamp(from + direction, 0, last));
  }
  void selectBuffer(int buffer) { set({.buffer = buffer}); }
  void selectTensor(int tensor) { set({.tensor = tensor}); }
  void selectEvent(int event) { set({.event = event}); }
  void selectBytes(const report::ByteRange& bytes) { set({.bytes = bytes}); }
  void clear() { set({}); }

signals:
  void changed();

private:
  struct What {
    int op = -1;
    int buffer = -1;
    int tensor = -1;
    int event = -1;
    std::optional<report::ByteRange> bytes = std::nullopt;

    bool operator==(const What&) const = default;
  };
  void set(const What& what) {
    if (what == now_) return;
    now_ = what;
    emit changed();
  }

  What now_;
};

} // namespace arenascope::ui
