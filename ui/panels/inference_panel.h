// The inference lens with the choices of what it shows.
#pragma once

#include <QWidget>

#include "ui/views/inference_view.h"

class QCheckBox;
class QComboBox;
class QToolButton;

namespace arenascope::ui {

class InferencePanel : public QWidget {
  Q_OBJECT

public:
  explicit InferencePanel(Selection& selection, QWidget* parent = nullptr);

  void setReport(const ReportPointer& report);
  InferenceView* view() const { return view_; }

signals:
  void colourByChanged(arenascope::ui::ColourBy by);

private:
  void buildLayout();
  void restoreOptions();
  void applyOptions();
  void showHeadOnly();

  ReportPointer report_;
  InferenceView* view_;
  QComboBox* colourBy_;
  QComboBox* axis_;
  QCheckBox* patterns_;
  QCheckBox* cycles_;
  QToolButton* whole_;
  QToolButton* headOnly_;
  QToolButton* undo_;
};

} // namespace arenascope::ui
