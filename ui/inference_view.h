// The widget of the inference lens.
#pragma once

#include <optional>

#include "ui/inference_picture.h"
#include "ui/lens_view.h"
#include "ui/selection.h"

namespace arenascope::ui {

class InferenceView : public LensView {
  Q_OBJECT

public:
  InferenceView(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  void paintPicture(QPainter& painter, const LensLayout& layout, const Theme& theme) const override;

protected:
  QString tooltipAt(double time, double bytes) const override;
  void clicked(double time, double bytes) override;
  void stepSelection(int direction) override;

private:
  Selection& selection_;
  ReportPointer report_;
  std::optional<InferencePicture> picture_;
};

} // namespace arenascope::ui
