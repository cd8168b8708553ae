// What comes with the program of how far cycles are off.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/analysis/evidence.h"
#include "core/analysis/run_configuration.h"

namespace arenascope::session {

// Where the files lie: as installed, otherwise the checkout's.
std::filesystem::path evidenceFolder();

// What of it is about a report's cycles. ourKernels: they are of kernels that come along, not of somebody's library.
profile::Accuracy accuracyOf(const profile::RunConfiguration& settings, bool ourKernels);

// All of them, by name; read once. A file that cannot be read is logged and left out.
std::span<const profile::Evidence> allEvidence();

} // namespace arenascope::session
