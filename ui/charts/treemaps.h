// What a report has for treemaps: cycles by operator and function, the tail by category and owner, weights by operator.
#pragma once

#include "ui/charts/treemap_chart.h"
#include "ui/state/report_pointer.h"

namespace arenascope::ui {

// A field for each operator, divided among its functions, and one for the interpreter. Operators that ran several times
// are one field; those that run inside another have their own. No fields where there are no cycles.
Treemap functionTreemap(const report::Report& report);

enum class TailOrder { kByCategory, kByOwner };
// The persistent section.
Treemap tailTreemap(const report::Report& report, TailOrder order);

// Constant tensors, by the first operator that reads each.
Treemap weightTreemap(const report::Report& report);

} // namespace arenascope::ui
