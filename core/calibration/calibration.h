// A device's times beside ours, operator by operator, and what explains the difference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/calibration/device_log.h"
#include "core/hardware/board.h"
#include "core/report/report.h"

namespace arenascope::calibration {

// One operator, or all of a kind where the log has no more.
struct CalibratedRow {
  int op = -1; // position in Report::operators; -1: a kind, or the whole inference
  std::string name;
  double measured = 0.0; // cycles; in ticks of a clock that nobody knows, scaled so that the sums are equal
  double ours = 0.0;     // cycles

  double error() const { return 100.0 * (ours / measured - 1.0); }
};

// What a log says about a report's operators.
class Measurement {
public:
  // The error names the first operator that differs, or what the log has instead.
  static Result<Measurement> match(const DeviceLog& log, const report::Report& report);

  // Against a report of the same model.
  std::vector<CalibratedRow> rows(const report::Report& report) const;
  bool knowsTime() const { return unit_ != LogUnit::kTicks; }
  std::size_t inferences() const { return inferences_; }

private:
  struct Row {
    int op = -1;
    std::string name;
    double value = 0.0;
  };
  double oursOf(const Row& row, const report::Report& report) const;

  std::vector<Row> rows_;
  LogUnit unit_ = LogUnit::kTicks;
  std::size_t inferences_ = 1;
};

// How far rows are off in all, each with its share of the measured time: the root of the mean square, in percent.
double errorOf(const std::vector<CalibratedRow>& rows);
// What ours must be multiplied by to come nearest, and how far they are off then.
struct Scaled {
  double factor = 1.0;
  double error = 0.0;
};
Scaled scaledErrorOf(const std::vector<CalibratedRow>& rows);

struct Attempt {
  std::string what;   // "flash with 3 wait states", "cmsis-nn@Os"
  double error = 0.0; // as errorOf()
  Scaled scaled;      // with any clock
  std::uint64_t cycles = 0;
};

struct Calibration {
  report::Report report; // as the board's file has it
  std::string log;       // its file's name
  bool knowsTime = false;
  std::size_t inferences = 1;
  std::optional<std::uint64_t> arenaUsed; // that the device printed
  std::vector<CalibratedRow> rows;
  std::vector<Attempt> attempts;         // best first; that of the board's file is among them
  std::string asFile;                    // which one that is
  std::optional<hardware::Board> fitted; // the same board with other memory timing, where that explains more
  std::string fittedKernels;
  std::vector<CalibratedRow> fittedRows;

  double measuredCycles() const;
  double ourCycles() const;
  // The log has but one time, the whole inference's mostly.
  bool isOneTime() const { return rows.size() == 1; }
};

} // namespace arenascope::calibration
