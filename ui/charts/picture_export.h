// Pictures as files: PNG and SVG, always on a light ground, whole, whatever is zoomed on screen. Painting text needs a
// QGuiApplication.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <QString>
#include <functional>

#include "ui/charts/inference_chart.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

// Paints a whole picture of that size.
using PaintPicture = std::function<void(QPainter& painter, const QSizeF& size, const Theme& theme)>;

// Only where the report has arena figures.
PaintPicture inferencePainter(const ReportPointer& report, const InferenceOptions& options);
PaintPicture allocationPainter(const ReportPointer& report);

// caption: a line above the picture, so that it says by itself what it is of; empty: none.
QByteArray toPng(const PaintPicture& paint, const QString& caption);
QByteArray toSvg(const PaintPicture& paint, const QString& title, const QString& caption);
// The inference picture for a page: what the pointer is over says what it is.
QByteArray toSvgWithHover(const ReportPointer& report, const InferenceOptions& options, const QString& title);
// "Tensor arena of model.tflite"
QString pictureTitle(const report::Report& report);
// "model.tflite on cortex-m4, cmsis-nn kernels: kTensorArenaSize = 66,384"
QString pictureCaption(const report::Report& report);

} // namespace arenascope::ui
