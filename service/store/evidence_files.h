// Accuracy data of the program: published cycles beside ours.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/hardware/evidence.h"
#include "core/report/run_configuration.h"

namespace arenascope::service {

// Folder of the files: installed, or the source tree's.
std::filesystem::path evidenceFolder();

// Accuracy of a report's cycles. ourKernels: built-in kernels, not a user's library.
hardware::Accuracy accuracyOf(const report::RunConfiguration& settings, bool ourKernels);

// All files, by name; read once. Unreadable ones are logged and left out.
std::span<const hardware::Evidence> allEvidence();

} // namespace arenascope::service
