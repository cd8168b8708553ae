// The versions that a model can be compared with: itself first, then those that were found, or those of a comparison.
#pragma once

#include <QString>
#include <vector>

#include "core/report/comparison.h"
#include "ui/jobs/search_job.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

struct Version {
  QString title;                                          // "Run layers 2, 3 and 6 in strips"
  QString costs;                                          // all of them, in a sentence or two
  ReportPointer report;                                   // nullptr: it was not run
  QString command;                                        // of the command line, that does the same; empty: none
  std::shared_ptr<const std::vector<std::uint8_t>> model; // to be saved; nullptr: the model itself
  bool onLine = true;                                     // comparable in arena and cycles
  double growth = 0;                                      // of cycles against the first, in percent
  int suggestion = -1;                                    // in AdviceReport::suggestions
  const char* kind = "";                                  // of advice, for names of files
};

// The first is the model as it is. By descending arena, those that were not run last.
std::vector<Version> versionsOf(const AdvicePointer& advice);
std::vector<Version> versionsOf(const report::Comparison& comparison);

} // namespace arenascope::ui
