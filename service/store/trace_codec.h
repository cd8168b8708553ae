// Serializes a run's trace (CBOR) for the cache.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/run/run_trace.h"

namespace arenascope::service {

std::vector<std::uint8_t> encodeTrace(const run::RunTrace& trace);
// Nothing if the bytes are not a valid trace.
std::optional<run::RunTrace> decodeTrace(std::span<const std::uint8_t> bytes);

} // namespace arenascope::service
