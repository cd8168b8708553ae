// A model with each release of its target's libraries.
#pragma once

#include <functional>

#include "core/report/version_table.h"
#include "service/profile/profile_all.h"

namespace arenascope::service {

struct VersionsRequest {
  ProfileRequest profile;    // model, target, variables, limits and cache; no kernels
  bool everyRevision = true; // false: only the profile's
};

// Espressif's chips: esp-nn by esp-tflite-micro. Cortex-M: CMSIS-NN and TFLM by month, and vendors' releases. Others:
// reference kernels by month. Targets with unknown revisions: the current one.
Result<report::VersionTable> versionsOf(const VersionsRequest& request,
                                        const std::function<void(const Progress&)>& onProgress, BatchControl& control);
// Number of runs at most, for BatchControl.
inline constexpr std::size_t kMostVersionRuns = 256;

} // namespace arenascope::service
