// Writing what the window shows to files: everything that the command line writes, and pictures of the page on screen.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/output/output_formats.h"
#include "service/store/notes.h"
#include "ui/charts/inference_chart.h"
#include "ui/charts/picture_export.h"
#include "ui/jobs/search_job.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

struct ExportKind {
  enum class Picture { kNone, kPng, kSvg, kHtml };

  const char* name;   // in the menu
  const char* suffix; // of the file
  bool needsArena;
  Picture picture = Picture::kNone;
  const output::OutputFormat* format = nullptr; // where it is one of these
  bool esphome = false; // a manifest that is there keeps all else that it has; worked out by the ManifestJob
};
const std::vector<ExportKind>& exportKinds();
// The one whose files end so.
const ExportKind& exportKind(const char* suffix);

// Which picture, and how.
struct PictureChoice {
  PaintPicture paint;               // of the page on screen; none where it has no picture
  ReportPointer pictured;           // what that is of: the report, or what is tried instead
  InferenceOptions options;         // of the inference view, for the report
  AdvicePointer advice;             // for the report, where it is known
  std::vector<service::Note> notes; // likewise
};

// What the file would be. Fails where there is none yet, and for what keeps the rest of a file that is there already.
Result<std::string> exportContents(const ReportPointer& report, const PictureChoice& picture, const ExportKind& kind);

} // namespace arenascope::ui
