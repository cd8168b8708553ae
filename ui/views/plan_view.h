// Arenas before and after, side by side; where the second is that of a plan, its buffers can be moved by hand.
#pragma once

#include <map>

#include "ui/jobs/search_job.h"
#include "ui/views/key_focus.h"
#include "ui/views/side_by_side_view.h"

namespace arenascope::ui {

// Offsets in bytes that the user chose, by profile::PlannedBuffer::index.
using Pins = std::map<std::int32_t, std::int64_t>;

class PlanView : public SideBySideView {
  Q_OBJECT

public:
  explicit PlanView(QWidget* parent = nullptr);

  // The second picture's, to be moved in; nullptr: it is none of a plan. Once the pictures are set.
  void setPlan(const PlanPointer& plan, const Pins& pins);

signals:
  // The user moves a buffer: what it does where it is now.
  void moving(const QString& text);
  // The user wants a buffer there.
  void moved(std::int32_t index, std::int64_t offset);

protected:
  InferenceMarks marksOf(std::size_t side) const override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

private:
  // A buffer in the user's hand.
  struct Held {
    std::size_t buffer = 0;  // position in the plan's buffers
    std::int64_t offset = 0; // where it would be, in bytes
    double grip = 0;         // bytes between its offset and the pointer
    bool dragged = false;
  };

  const std::vector<report::PlannedBuffer>& buffers() const { return plan_->after.buffers; }
  void hold(std::size_t buffer, double grip);
  void moveTo(double offset);
  void letGo(bool use);
  void stepBuffer(int direction);
  QString describeHeld() const;
  QRectF boxAt(const report::PlannedBuffer& buffer, std::int64_t offset) const;

  PlanPointer plan_;
  Pins pins_;
  std::optional<Held> held_;
  KeyFocus* focus_ = new KeyFocus(this);
};

} // namespace arenascope::ui
