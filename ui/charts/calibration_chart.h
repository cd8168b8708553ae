// A device's cycles beside ours, a row for each operator: two bars, and by how much ours are off.
#pragma once

#include <memory>

#include "core/calibration/calibration.h"
#include "ui/charts/picture_export.h"

namespace arenascope::ui {

using CalibrationPointer = std::shared_ptr<const calibration::Calibration>;

// That every row can be read.
double calibrationHeight(const calibration::Calibration& calibration);
PaintPicture calibrationPainter(const CalibrationPointer& calibration);
// "model.tflite on Arduino Nano 33 BLE, measured and computed"
QString calibrationTitle(const calibration::Calibration& calibration);

} // namespace arenascope::ui
