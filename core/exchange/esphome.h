// The manifest of a micro_wake_word model of ESPHome: its tensor_arena_size.
#pragma once

#include <string>
#include <string_view>

#include "core/profile/report.h"
#include "core/profile/result.h"

namespace arenascope::exchange {

// The manifest with the recommended arena size in it, everything else as it was; `manifest` empty: one with what is
// known. `name` stands for the file in messages. Only where the report has arena figures.
profile::Result<std::string> withArenaSize(std::string_view manifest, const std::string& name,
                                           const profile::Report& report);

} // namespace arenascope::exchange
