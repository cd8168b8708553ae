#include "core/optimization/compression_report.h"

namespace arenascope::optimization {

std::optional<double> CompressionReport::growth() const {
  if (!before.cost || before.cost->total.cycles == 0 || !after || !after->cost) return std::nullopt;
  const auto base = static_cast<double>(before.cost->total.cycles);
  return 100.0 * (static_cast<double>(after->cost->total.cycles) - base) / base;
}

} // namespace arenascope::optimization
