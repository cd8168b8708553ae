// What the command line's exit status means.
#pragma once

namespace arenascope::cli {

enum ExitStatus : int {
  kExitDone = 0,
  kExitFailed = 1, // the model cannot be loaded or run, or does not fit
  kExitUsage = 2,
  kExitOverBudget = 3,
  kExitOtherOutputs = 4, // than expected
};

} // namespace arenascope::cli
