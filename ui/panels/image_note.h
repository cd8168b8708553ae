// What a page that runs models of its own says of the model in a firmware image: it is run by our own interpreter.
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
