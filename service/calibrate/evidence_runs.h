// Current cycles of networks with published measurements.
#pragma once

#include <filesystem>
#include <optional>

#include "core/hardware/evidence.h"

namespace arenascope::service {

// The figure in the unit of the data, with its kernels, on its board or, without one, its core. Nothing if the figure
// has no model, the file is not in the folder, or the data is not on our kernels. An error if the run fails.
Result<std::optional<double>> measured(const hardware::Evidence& evidence, const hardware::PublishedFigure& figure,
                                       const std::filesystem::path& models);

} // namespace arenascope::service
