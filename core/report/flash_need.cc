#include "core/report/flash_need.h"

namespace arenascope::report {

FlashNeed flashNeed(const Report& report) {
  FlashNeed need{.model = report.model.bytes};
  if (!report.flash) return need;
  need.interpreter = report.flash->interpreter;
  need.operators = report.flash->needed;
  need.codeKnown = true;
  return need;
}

} // namespace arenascope::report
