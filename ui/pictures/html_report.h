// A report as one HTML file that needs nothing else: the figures, both pictures, and the tables.
#pragma once

#include <QByteArray>

#include "ui/pictures/inference_picture.h"
#include "ui/report_pointer.h"

namespace arenascope::ui {

// Needs a QGuiApplication. A report without arena figures has no pictures.
QByteArray toHtml(const ReportPointer& report, const InferenceOptions& options);

} // namespace arenascope::ui
