// A device's times beside ours, operator by operator, and explanations of the difference.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/calibration/device_log.h"
#include "core/hardware/board.h"
#include "core/report/report.h"

namespace arenascope::calibration {

// One operator, or all of a kind if the log has no more detail.
struct CalibratedRow {
  int op = -1; // position in Report::operators; -1: a kind, or the whole inference
  std::string name;
  double measured = 0.0; // cycles; ticks of an unknown clock are scaled so that the sums are equal
  double ours = 0.0;     // cycles

  double error() const { return 100.0 * (ours / measured - 1.0); }
};

// A log's contents for a report's operators.
class Measurement {
public:
  // The error names the first different operator, or the log's contents instead.
  static Result<Measurement> match(const DeviceLog& log, const report::Report& report);

  // Compares with a report of the same model.
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

// Root mean square of the rows' errors, weighted by measured time, in percent.
double errorOf(const std::vector<CalibratedRow>& rows);
// The factor for ours that gives the smallest error, and that error.
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
  report::Report report; // with the board's file
  std::string log;       // its file's name
  bool knowsTime = false;
  std::size_t inferences = 1;
  std::optional<std::uint64_t> arenaUsed; // that the device printed
  std::vector<CalibratedRow> rows;
  std::vector<Attempt> attempts;         // best first; that of the board's file included
  std::string asFile;                    // the attempt with the board's file
  std::optional<hardware::Board> fitted; // the same board with other memory timing, if that explains more
  std::string fittedKernels;
  std::vector<CalibratedRow> fittedRows;

  double measuredCycles() const;
  double ourCycles() const;
  // The log has one time only, usually that of the whole inference.
  bool isOneTime() const { return rows.size() == 1; }
};

} // namespace arenascope::calibration
