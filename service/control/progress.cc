#include "service/control/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text_format.h"

namespace arenascope::service {

namespace {

// Of an operator with little to do, in multiplications.
constexpr double kLeastWork = 1000.0;
constexpr double kWorkPerByteWritten = 4.0;
// Earlier, a guess would jump about.
constexpr double kLeastFraction = 0.02;
constexpr double kLeastSeconds = 0.5;

} // namespace

std::string describe(const Progress& progress) {
  std::string text = progress.step;
  if (progress.fraction >= 0) text += fmt::format(", {:.0f} %", progress.fraction * 100.0);
  if (progress.secondsLeft >= 90)
    text += fmt::format(", about {:.0f} min left", std::ceil(progress.secondsLeft / 60.0));
  else if (progress.secondsLeft >= 0)
    text += fmt::format(", about {:.0f} s left", std::ceil(progress.secondsLeft));
  return text;
}

double secondsLeft(double fraction, double elapsedSeconds) {
  if (fraction < kLeastFraction || elapsedSeconds < kLeastSeconds) return -1.0;
  return elapsedSeconds * (1.0 - fraction) / fraction;
}

InferencePace::InferencePace(const model::SubgraphInfo& graph) {
  double total = 0.0;
  for (const model::OperatorInfo& op : graph.operators) {
    total += kLeastWork + static_cast<double>(op.macs);
    for (const std::int32_t tensor : op.outputs)
      if (tensor >= 0)
        total += kWorkPerByteWritten * static_cast<double>(graph.tensors[static_cast<std::size_t>(tensor)].bytes);
    done_.push_back(total);
  }
  for (double& done : done_) done /= total;
}

Progress InferencePace::after(std::size_t operators, double elapsedSeconds) const {
  const std::size_t count = std::min(operators, done_.size());
  const double fraction = count == 0 ? 0.0 : done_[count - 1];
  return {.step = "running an inference", .fraction = fraction, .secondsLeft = secondsLeft(fraction, elapsedSeconds)};
}

} // namespace arenascope::service
