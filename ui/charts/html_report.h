// A report as one HTML file that needs nothing else: the figures, both pictures, and the tables.
#pragma once

#include <QByteArray>

#include "core/optimization/advice.h"
#include "service/store/notes.h"
#include "ui/charts/inference_chart.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

// Needs a QGuiApplication. A report without arena figures has no pictures. advice: what would help, where that is
// known; notes: what somebody wrote about the model.
QByteArray toHtml(const ReportPointer& report, const InferenceOptions& options,
                  const optimization::AdviceReport* advice = nullptr, const std::vector<service::Note>& notes = {});

} // namespace arenascope::ui
