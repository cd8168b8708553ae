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

// For manual pages and the reference.
struct ExitMeaning {
  ExitStatus status;
  const char* meaning;
};
constexpr ExitMeaning kExitMeanings[] = {
    {kExitDone, "done"},
    {kExitFailed, "a model cannot be loaded or run, or does not fit the board; in `batch`, a model has failed"},
    {kExitUsage, "wrong usage: an unknown option, an option that would have no effect here, a limit that this target "
                 "cannot check, a baseline of another model"},
    {kExitOverBudget,
     "over budget, worse than the baseline or not comparable with it, slower than `advise --deadline`, "
     "larger than `advise --fit` after every change, a known hazard with `--fail-on hazard`, or a finding with `audit "
     "--fail-on`"},
    {kExitOtherOutputs, "outputs are not as expected, in their values or their size (`--expect`, `--expect-tensors`)"},
};

} // namespace arenascope::cli
