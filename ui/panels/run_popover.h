// The choice of what a model runs on, as a popover under the bar: target, kernels, revision of TFLM, planner, the
// numbers of a float model, and the regions of a board for weights, code and arena.
#pragma once

#include <QFrame>

#include <array>

#include "ui/jobs/run_settings.h"

class QComboBox;

namespace arenascope::ui {

class TargetChoice;

class RunPopover : public QFrame {
  Q_OBJECT

public:
  RunPopover(TargetChoice& choice, QWidget* parent);

  // Without a signal.
  void setOverrides(const RunOverrides& overrides);
  // What is chosen, for the bar: "Cortex-M4 with CMSIS-NN".
  QString summary() const;
  // Of its beginning, which names the target.
  int titleLength() const;

signals:
  void overridesChanged(const arenascope::ui::RunOverrides& overrides);
  // Arenas of other sizes, two arenas, one arena for several models.
  void moreWanted();

private:
  void addRevisions();
  void addNumbers();
  void fillPlaces();
  void overridesChosen();

  TargetChoice& choice_;
  RunOverrides overrides_;
  QComboBox* revision_;
  QComboBox* planner_;
  QComboBox* numbers_;
  std::array<QComboBox*, hardware::kPlacedParts.size()> places_;
};

// As people write them: "Cortex-M4" for cortex-m4, "CMSIS-NN, -Os" for cmsis-nn@Os.
QString targetTitle(const QString& target);
QString kernelsTitle(const QString& kernels);

} // namespace arenascope::ui
