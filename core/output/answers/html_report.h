// A report as one HTML page that needs nothing else (report.html is its template).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/optimization/advice.h"
#include "core/report/report.h"

namespace arenascope::output {

// What else there is for a report's page.
struct HtmlParts {
  // SVG, as files have it: the arena in an inference, and while it is allocated.
  struct Charts {
    std::string inference;
    std::string allocation;
  };
  struct Note {
    std::string on;
    std::string text;
  };
  std::optional<Charts> charts; // where something here draws them; otherwise the page has tables alone
  std::vector<Note> notes;      // what was written about the model
  const optimization::AdviceReport* advice = nullptr;
};

std::string toHtml(const report::Report& report, const HtmlParts& parts);

} // namespace arenascope::output
