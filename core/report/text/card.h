// A few lines about a selected layer, buffer or tensor: the card in the chart's corner, and on the web page.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"

namespace arenascope::report {

struct CardLine {
  std::string label; // "Reads"; empty: as in the previous line
  std::string text;  // "1_depthwise, 48x48x8"
  std::string value; // "18,432"; may be empty
};

struct Card {
  std::string title;    // "2 CONV_2D"; a buffer's short name
  std::string fullName; // for a tooltip: the layer's output, the buffer's whole name
  bool peak = false;    // the layer with most bytes in use, or a buffer in use then
  std::vector<CardLine> lines;
};

// row: of Report::operators.
Card operatorCard(const Report& report, int row);
// buffer: index in Report::buffers.
Card bufferCard(const Report& report, int buffer);
// tensor: number across all subgraphs, of one without a buffer in the plan.
Card tensorCard(const Report& report, int tensor);

} // namespace arenascope::report
