// What comes with the program of how far cycles are off.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/hardware/evidence.h"
#include "core/report/run_configuration.h"

namespace arenascope::service {

// Where the files lie: as installed, otherwise the checkout's.
std::filesystem::path evidenceFolder();

// What of it is about a report's cycles. ourKernels: they are of built-in kernels, not of a user's library.
hardware::Accuracy accuracyOf(const report::RunConfiguration& settings, bool ourKernels);

// All of them, by name; read once. A file that cannot be read is logged and left out.
std::span<const hardware::Evidence> allEvidence();

} // namespace arenascope::service
