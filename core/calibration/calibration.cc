#include "core/calibration/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/counted.h"

namespace arenascope::calibration {

namespace {

constexpr double kPerMillisecond = 1e-3; // seconds

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

// Operators with a time, in the order in which they ran.
std::vector<int> timedOperators(const report::Report& report) {
  std::vector<int> timed;
  for (std::size_t i = 0; i < report.operators.size(); ++i)
    if (report.operators[i].cost.cycles > 0) timed.push_back(static_cast<int>(i));
  return timed;
}

double clockHz(const report::Report& report) { return report.board ? report.board->clockHz() : 0.0; }

double sumOf(const std::vector<CalibratedRow>& rows, double CalibratedRow::*value) {
  double sum = 0.0;
  for (const CalibratedRow& row : rows) sum += row.*value;
  return sum;
}

// The mean and the mean square of the logarithms of ours over measured, by the share of the measured time.
struct Moments {
  double mean = 0.0;
  double square = 0.0;
};
Moments momentsOf(const std::vector<CalibratedRow>& rows) {
  const double total = sumOf(rows, &CalibratedRow::measured);
  Moments moments;
  for (const CalibratedRow& row : rows) {
    if (row.measured <= 0.0 || row.ours <= 0.0) continue;
    const double logarithm = std::log(row.ours / row.measured);
    moments.mean += row.measured / total * logarithm;
    moments.square += row.measured / total * logarithm * logarithm;
  }
  return moments;
}

bool isAllZero(const DeviceLog& log) {
  if (log.operators.empty()) return log.milliseconds.value_or(log.wholeInference.value_or(0.0)) <= 0.0;
  return std::all_of(log.operators.begin(), log.operators.end(),
                     [](const MeasuredOperator& each) { return each.value <= 0.0; });
}

double percentOf(double square) { return 100.0 * (std::exp(std::sqrt(std::max(0.0, square))) - 1.0); }

} // namespace

Result<Measurement> Measurement::match(const DeviceLog& log, const report::Report& report) {
  Measurement measurement;
  if (isAllZero(log))
    return Error{Stage::kUsage, "the log's times are all zero: the clock is too coarse or stopped; time many "
                                "inferences together and divide, or print microseconds or ticks"};
  measurement.unit_ = log.unit;
  if (log.operators.empty()) {
    measurement.unit_ = log.milliseconds ? LogUnit::kMilliseconds : log.wholeUnit;
    measurement.rows_.push_back(
        {-1, "the whole inference", log.milliseconds.value_or(log.wholeInference.value_or(0.0))});
    return measurement;
  }
  if (log.byKind) {
    std::map<std::string, double> kinds;
    for (const MeasuredOperator& row : log.operators) kinds[row.name] += row.value;
    for (const auto& [name, value] : kinds) measurement.rows_.push_back({-1, name, value});
    return measurement;
  }
  const std::vector<int> timed = timedOperators(report);
  const std::size_t count = timed.size();
  if (count == 0 || log.operators.size() % count != 0)
    return Error{Stage::kUsage, fmt::format("the log has times of {}, but an inference of this model has {}: "
                                            "give the lines of whole inferences",
                                            counted(log.operators.size(), "operator"), count)};
  measurement.inferences_ = log.operators.size() / count;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& name = report.operators[static_cast<std::size_t>(timed[i])].name;
    std::vector<double> values;
    for (std::size_t inference = 0; inference < measurement.inferences_; ++inference) {
      const MeasuredOperator& row = log.operators[inference * count + i];
      if (row.name != name)
        return Error{
            Stage::kUsage,
            fmt::format("operator {} is {} in the log and {} in the model: the log seems to be of another model", i,
                        row.name, name)};
      values.push_back(row.value);
    }
    measurement.rows_.push_back({timed[i], name, median(values)});
  }
  return measurement;
}

double Measurement::oursOf(const Row& row, const report::Report& report) const {
  if (row.op >= 0) return static_cast<double>(report.operators[static_cast<std::size_t>(row.op)].cost.cycles);
  if (rows_.size() == 1 && row.name.starts_with("the whole")) return static_cast<double>(report.cost->total.cycles);
  double sum = 0.0;
  for (const report::OperatorReport& each : report.operators)
    if (each.name == row.name) sum += static_cast<double>(each.cost.cycles);
  return sum;
}

std::vector<CalibratedRow> Measurement::rows(const report::Report& report) const {
  std::vector<CalibratedRow> rows;
  for (const Row& row : rows_) rows.push_back({row.op, row.name, row.value, oursOf(row, report)});
  double scale = 1.0;
  if (unit_ == LogUnit::kMilliseconds) scale = clockHz(report) * kPerMillisecond;
  if (unit_ == LogUnit::kTicks)
    scale = sumOf(rows, &CalibratedRow::ours) / std::max(1.0, sumOf(rows, &CalibratedRow::measured));
  for (CalibratedRow& row : rows) row.measured *= scale;
  return rows;
}

double errorOf(const std::vector<CalibratedRow>& rows) { return percentOf(momentsOf(rows).square); }

Scaled scaledErrorOf(const std::vector<CalibratedRow>& rows) {
  const Moments moments = momentsOf(rows);
  return {std::exp(-moments.mean), percentOf(moments.square - moments.mean * moments.mean)};
}

double Calibration::measuredCycles() const { return sumOf(rows, &CalibratedRow::measured); }
double Calibration::ourCycles() const { return sumOf(rows, &CalibratedRow::ours); }

} // namespace arenascope::calibration
