// What is selected: one operator or one planned buffer, the same in every view.
#pragma once

#include <QObject>

namespace arenascope::ui {

class Selection : public QObject {
  Q_OBJECT

public:
  using QObject::QObject;

  // Row of Report::operators, or -1.
  int op() const { return op_; }
  // Position in Report::buffers, or -1.
  int buffer() const { return buffer_; }

  void selectOperator(int op) { set(op, -1); }
  void selectBuffer(int buffer) { set(-1, buffer); }
  void clear() { set(-1, -1); }

signals:
  void changed();

private:
  void set(int op, int buffer) {
    if (op == op_ && buffer == buffer_) return;
    op_ = op;
    buffer_ = buffer;
    emit changed();
  }

  int op_ = -1;
  int buffer_ = -1;
};

} // namespace arenascope::ui
