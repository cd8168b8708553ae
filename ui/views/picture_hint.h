// One line over the first picture that a person sees, until it is closed or no longer needed; then never again.
#pragma once

#include <QFrame>

namespace arenascope::ui {

class PictureHint : public QFrame {
  Q_OBJECT

public:
  explicit PictureHint(QWidget* picture);

  bool isNeeded() const;
  // The person knows.
  void dismiss();
};

} // namespace arenascope::ui
