// Exit statuses of the command line.
#pragma once

namespace arenascope::cli {

enum ExitStatus : int {
  kExitDone = 0,
  kExitFailed = 1, // the model cannot be loaded or run, or does not fit
  kExitUsage = 2,
  kExitOverBudget = 3,
  kExitOtherOutputs = 4, // other than expected
};

} // namespace arenascope::cli
