// Writing what the window shows to files.
#pragma once

#include <QString>
#include <optional>

#include "core/profile/result.h"
#include "ui/pictures/inference_picture.h"
#include "ui/pictures/picture_export.h"
#include "ui/report_pointer.h"

namespace arenascope::ui {

enum class ExportFormat { kHeader, kBuffers, kJson, kCsv, kResolver, kPng, kSvg, kHtml };

struct ExportKind {
  ExportFormat format;
  const char* name;   // in the menu
  const char* suffix; // of the file
  bool needsArena;
};
inline constexpr ExportKind kExportKinds[] = {
    {ExportFormat::kHeader, QT_TRANSLATE_NOOP("Export", "Arena size as C++ header"), "h", true},
    {ExportFormat::kBuffers, QT_TRANSLATE_NOOP("Export", "Buffer offsets as C++ header"), "buffers.h", true},
    {ExportFormat::kResolver, QT_TRANSLATE_NOOP("Export", "Operator resolver as C++ header"), "ops.h", false},
    {ExportFormat::kJson, QT_TRANSLATE_NOOP("Export", "Report as JSON"), "json", false},
    {ExportFormat::kCsv, QT_TRANSLATE_NOOP("Export", "Operators as CSV"), "csv", false},
    {ExportFormat::kHtml, QT_TRANSLATE_NOOP("Export", "Report as HTML"), "html", false},
    {ExportFormat::kPng, QT_TRANSLATE_NOOP("Export", "Picture as PNG"), "png", true},
    {ExportFormat::kSvg, QT_TRANSLATE_NOOP("Export", "Picture as SVG"), "svg", true}};

// Which picture, and how.
struct PictureChoice {
  PaintPicture paint;       // of the page on screen; none where it has no picture
  InferenceOptions options; // of the inference lens, for the report
};

// Answers what went wrong, or nothing.
std::optional<profile::Error> exportReport(const ReportPointer& report, const PictureChoice& picture,
                                           ExportFormat format, const QString& path);

} // namespace arenascope::ui
