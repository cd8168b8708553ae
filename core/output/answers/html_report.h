// A report as one self-contained HTML page (report.html is its template).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/optimization/advice.h"
#include "core/report/report.h"

namespace arenascope::output {

// Further contents of the page.
struct HtmlParts {
  // SVG documents of the arena during an inference, and during allocation.
  struct Charts {
    std::string inference;
    std::string allocation;
  };
  struct Note {
    std::string on;
    std::string text;
  };
  std::optional<Charts> charts; // if this program can draw them; otherwise the page has tables only
  std::vector<Note> notes;      // annotations of the model
  const optimization::AdviceReport* advice = nullptr;
};

std::string toHtml(const report::Report& report, const HtmlParts& parts);

} // namespace arenascope::output
