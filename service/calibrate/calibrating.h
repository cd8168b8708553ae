// Compares a device's log with a model's cycles on its board: explains the difference, and fits the board's memory
// timing.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include "core/calibration/calibration.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct CalibrateRequest {
  ProfileRequest profile; // needs a board
  std::string log;        // contents
  std::string logName;    // file name for display
  // Set from any thread: stop and return what was tried so far. May be null.
  std::shared_ptr<const std::atomic<bool>> enough;
};

// Tries kernel sets, clock, wait states of flash and RAM, and caches in turn, and kernels at other optimization levels
// if none of these explains the log; then fits memory timing to the operators with the best kernels. Fails if the model
// does not run, has no cycles, or does not match the log.
Result<calibration::Calibration> calibrate(const CalibrateRequest& request, const ProfileObserver& observer,
                                           engine::RunControl& control);

// Saves the board with the fitted timing under this name in the user's boards, and returns the file. Needs a fitted
// timing.
Result<std::filesystem::path> saveFittedBoard(const calibration::Calibration& calibration, const std::string& name);

} // namespace arenascope::service
