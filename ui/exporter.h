// Writing what the window shows to files.
#pragma once

#include <QString>
#include <optional>

#include "core/profile/result.h"
#include "ui/lens_view.h"
#include "ui/report_pointer.h"

namespace arenascope::ui {

enum class ExportFormat { kHeader, kJson, kCsv, kResolver, kPng, kSvg };

struct ExportKind {
  ExportFormat format;
  const char* name;   // in the menu
  const char* suffix; // of the file
  bool needsArena;
};
inline constexpr ExportKind kExportKinds[] = {{ExportFormat::kHeader, "C++ header", "h", true},
                                              {ExportFormat::kJson, "JSON report", "json", false},
                                              {ExportFormat::kCsv, "CSV of operators", "csv", false},
                                              {ExportFormat::kResolver, "Operator resolver", "ops.h", false},
                                              {ExportFormat::kPng, "Picture as PNG", "png", true},
                                              {ExportFormat::kSvg, "Picture as SVG", "svg", true}};

// The picture is that of `view`, whole, whatever its zoom. Answers what went wrong, or nothing.
std::optional<profile::Error> exportReport(const profile::Report& report, const LensView& view, ExportFormat format,
                                           const QString& path);

} // namespace arenascope::ui
