// Compressed constants: what TFLM's operator DECODE can hold without loss, what flash it saves, and its cost. Run and
// compared with the unchanged model.
#pragma once

#include <optional>

#include "core/optimization/compression_report.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

struct CompressRequest {
  ProfileRequest profile;
  std::optional<double> mostGrowth; // of cycles, in percent; needs a target with cycles
};

// Fails if the model cannot be loaded, allocation or inference fails, or outputs differ.
Result<optimization::CompressionReport> compressModel(const CompressRequest& request, const ProfileObserver& observer,
                                                      engine::RunControl& control);

} // namespace arenascope::service
