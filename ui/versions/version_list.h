// The versions that a model can be compared with: itself first, then those that were found, and those that the user
// added.
#pragma once

#include <QString>
#include <vector>

#include "core/report/comparison.h"
#include "ui/jobs/search_job.h"
#include "ui/state/report_pointer.h"
#include "ui/tables/comparison_model.h"

namespace arenascope::ui {

struct Version {
  // Where it comes from; of kSettings and kHand there is one at most.
  enum class Origin : std::uint8_t { kModel, kSearch, kSettings, kHand, kOther, kKept };
  Origin origin = Origin::kSearch;
  QString title;                                          // "Run layers 2, 3 and 6 in strips"
  QString pictureTitle;                                   // "Layers 2 and 3 in 4 strips, 6 in 2"; empty: the title
  QString costs;                                          // all of them, in a sentence or two
  ReportPointer report;                                   // nullptr: it was not run
  QString command;                                        // of the command line, that does the same; empty: none
  std::shared_ptr<const std::vector<std::uint8_t>> model; // to be saved; nullptr: the model itself
  bool onLine = true;                                     // comparable in arena and cycles
  double growth = 0;                                      // of cycles against the first, in percent
  int suggestion = -1;                                    // in AdviceReport::suggestions
  QString ending;                                         // of its files' names, the same as in the command: "_shrunk"
  int together = 0;                   // models that were asked for at once have one number; 0: alone
  std::vector<ComparisonRow> figures; // beside those of every report: before, after
};

// The model as it is.
Version modelAsItIs(const ReportPointer& report);
// What a search has found; nullptr: nothing.
std::vector<Version> versionsOf(const AdvicePointer& advice);
// By descending arena, those that do not stand on the line last.
void sortVersions(std::vector<Version>& versions);
// Of cycles, in percent; 0 where they are not known.
double cyclesGrowth(const report::Report& before, const report::Report& after);

} // namespace arenascope::ui
