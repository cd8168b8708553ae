// The note about a firmware image on a page that runs models: its model runs in our interpreter.
#pragma once

#include <QLabel>

#include "ui/state/report_pointer.h"

namespace arenascope::ui {

class ImageNote : public QLabel {
  Q_OBJECT

public:
  explicit ImageNote(QWidget* parent = nullptr);

  // Hidden where the report is of no image.
  void setReport(const ReportPointer& report);
};

} // namespace arenascope::ui
