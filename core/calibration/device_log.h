// The output of a device about an inference: MicroProfiler's lines and tables, milliseconds by operator in other forms,
// trace events (Chrome's JSON, as Zephelin writes), the time of the whole inference, the bytes of arena used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace arenascope::calibration {

struct MeasuredOperator {
  std::string name; // as in the model: "CONV_2D"
  double value = 0.0;
};

enum class LogUnit : std::uint8_t { kTicks, kCycles, kMilliseconds }; // ticks: of an unnamed clock

struct DeviceLog {
  std::vector<MeasuredOperator> operators; // in the order of the log, of one inference or of several
  bool byKind = false;                     // sums over all operators of a kind instead
  LogUnit unit = LogUnit::kTicks;
  std::optional<double> milliseconds; // of the whole inference
  // The same in cycles or ticks, where the log has no milliseconds of it.
  std::optional<double> wholeInference;
  LogUnit wholeUnit = LogUnit::kTicks;
  std::optional<std::uint64_t> arenaUsed;
};

// names: of the model's operators; other names are ignored. The error lists the supported forms if none
// is found.
Result<DeviceLog> readDeviceLog(const std::string& text, const std::vector<std::string>& names);

} // namespace arenascope::calibration
