// A report as one HTML file that needs nothing else: the figures, both pictures, and the tables.
#pragma once

#include <QByteArray>

#include "core/output/answers/html_report.h"
#include "service/store/notes.h"
#include "ui/charts/inference_chart.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

// Of a report with arena figures. Needs a QGuiApplication.
output::HtmlParts::Charts pageCharts(const ReportPointer& report, const InferenceOptions& options);

// Needs a QGuiApplication. A report without arena figures has no pictures. advice: what would help, where that is
// known; notes: what the user wrote about the model.
QByteArray toHtml(const ReportPointer& report, const InferenceOptions& options,
                  const optimization::AdviceReport* advice = nullptr, const std::vector<service::Note>& notes = {});

} // namespace arenascope::ui
