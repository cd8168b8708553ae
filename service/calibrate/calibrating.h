// A device's log against a model on its board: what explains the difference, and the board's memory timing fitted.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include "core/calibration/calibration.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct CalibrateRequest {
  ProfileRequest profile; // with a board
  std::string log;        // its text
  std::string logName;    // its file's name, for a person
  // Set from any thread: what was tried by now is the answer. May be null.
  std::shared_ptr<const std::atomic<bool>> enough;
};

// Kernel sets, clock, wait states of flash and RAM and caches are tried in turn, and kernels at other levels where none
// of these explains the log; then the memory is fitted to the operators, with the kernels that explain most. Fails
// where the model does not run, has no cycles, or is not the log's.
Result<calibration::Calibration> calibrate(const CalibrateRequest& request, const ProfileObserver& observer,
                                           engine::RunControl& control);

// Keeps the board with the fitted timing under this name among the person's own, and says in which file. There must be
// a fitted timing.
Result<std::filesystem::path> saveFittedBoard(const calibration::Calibration& calibration, const std::string& name);

} // namespace arenascope::service
