// A report as one HTML file that needs nothing else: the figures, both pictures, and the tables.
#pragma once

#include <QByteArray>

#include "core/analysis/notes.h"
#include "core/plan/advice.h"
#include "ui/pictures/inference_picture.h"
#include "ui/report_pointer.h"

namespace arenascope::ui {

// Needs a QGuiApplication. A report without arena figures has no pictures. advice: what would help, where that is
// known; notes: what somebody wrote about the model.
QByteArray toHtml(const ReportPointer& report, const InferenceOptions& options,
                  const plan::AdviceReport* advice = nullptr, const std::vector<profile::Note>& notes = {});

} // namespace arenascope::ui
