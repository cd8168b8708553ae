// How far a run may go, to be changed: a row for each limit.
#pragma once

#include <QDialog>

#include "core/base/limits.h"

class QLabel;
class QLineEdit;

namespace arenascope::ui {

class LimitsDialog : public QDialog {
  Q_OBJECT

public:
  explicit LimitsDialog(const arenascope::Limits& limits, QWidget* parent = nullptr);

  const arenascope::Limits& limits() const { return limits_; }

  void accept() override;

private:
  void show(const arenascope::Limits& limits);

  arenascope::Limits limits_;
  std::vector<QLineEdit*> fields_; // in the order of limitNames()
  QLabel* problem_;
};

} // namespace arenascope::ui
