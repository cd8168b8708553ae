// A run's trace as bytes (CBOR), to be kept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/run/run_trace.h"

namespace arenascope::service {

std::vector<std::uint8_t> encodeTrace(const run::RunTrace& trace);
// Nothing where the bytes are not such a trace.
std::optional<run::RunTrace> decodeTrace(std::span<const std::uint8_t> bytes);

} // namespace arenascope::service
