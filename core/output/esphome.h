// The manifest of a micro_wake_word model of ESPHome: its tensor_arena_size.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis/report.h"
#include "core/base/result.h"

namespace arenascope::profile {

// The manifest with the recommended arena size in it, everything else as it was; `manifest` empty: one with what is
// known. `name` stands for the file in messages. Only where the report has arena figures. An error where the manifest
// has a larger size already: ESPHome's chips run with other kernels (esp-nn) than any target here, which need scratch
// memory of their own, so that a smaller size is no improvement but one that fails.
Result<std::string> withArenaSize(std::string_view manifest, const std::string& name, const Report& report);

} // namespace arenascope::profile
