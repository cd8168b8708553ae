#include "ui/charts/html_report.h"

#include "ui/charts/picture_export.h"

namespace arenascope::ui {

output::HtmlParts::Charts pageCharts(const ReportPointer& report, const InferenceOptions& options) {
  const QString title = pictureTitle(*report);
  return {.inference = toSvgWithHover(report, options, title).toStdString(),
          .allocation = toSvg(allocationPainter(report), title, {}).toStdString()};
}

QByteArray toHtml(const ReportPointer& report, const InferenceOptions& options,
                  const optimization::AdviceReport* advice, const std::vector<service::Note>& notes) {
  output::HtmlParts parts{.charts = {}, .notes = {}, .advice = advice};
  if (report->arena) parts.charts = pageCharts(report, options);
  for (const service::Note& note : notes) parts.notes.push_back({describeSubject(*report, note), note.text});
  return QByteArray::fromStdString(output::toHtml(*report, parts));
}

} // namespace arenascope::ui
