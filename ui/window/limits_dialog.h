// How far a run may go, to be changed: a row for each limit.
#pragma once

#include <QDialog>

#include "core/model/limits.h"

class QLabel;
class QLineEdit;

namespace arenascope::ui {

class LimitsDialog : public QDialog {
  Q_OBJECT

public:
  explicit LimitsDialog(const profile::Limits& limits, QWidget* parent = nullptr);

  const profile::Limits& limits() const { return limits_; }

  void accept() override;

private:
  void show(const profile::Limits& limits);

  profile::Limits limits_;
  std::vector<QLineEdit*> fields_; // in the order of limitNames()
  QLabel* problem_;
};

} // namespace arenascope::ui
