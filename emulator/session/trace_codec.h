// A run's trace as bytes (CBOR), to be kept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/run_trace.h"

namespace arenascope::session {

std::vector<std::uint8_t> encodeTrace(const profile::RunTrace& trace);
// Nothing where the bytes are not such a trace.
std::optional<profile::RunTrace> decodeTrace(std::span<const std::uint8_t> bytes);

} // namespace arenascope::session
