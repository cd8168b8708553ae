// What this program says today of networks that others have measured.
#pragma once

#include <filesystem>
#include <optional>

#include "core/hardware/evidence.h"

namespace arenascope::service {

// In the unit of the evidence, with its kernels, on its board or, where it has none, on its core. Nothing where the
// figure is of no model, the file is not in the folder, or the evidence is not of our kernels. An error where it does
// not run.
Result<std::optional<double>> measured(const hardware::Evidence& evidence, const hardware::PublishedFigure& figure,
                                       const std::filesystem::path& models);

} // namespace arenascope::service
