// A device's cycles beside ours, a row for each operator: two bars, and by how much ours are off.
#pragma once

#include <memory>

#include "core/diagnosis/calibration.h"
#include "ui/pictures/picture_export.h"

namespace arenascope::ui {

using CalibrationPointer = std::shared_ptr<const diagnosis::Calibration>;

// That every row can be read.
double calibrationHeight(const diagnosis::Calibration& calibration);
PaintPicture calibrationPainter(const CalibrationPointer& calibration);
// "model.tflite on Arduino Nano 33 BLE, measured and computed"
QString calibrationTitle(const diagnosis::Calibration& calibration);

} // namespace arenascope::ui
