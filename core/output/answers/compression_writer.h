// Compressed constants of a model, in sentences, as text and as JSON.
#pragma once

#include <string>

#include "core/optimization/compression_report.h"

namespace arenascope::output {

inline constexpr const char* kCompressionSchema = "arenascope.compression.1";

// The gain and its cost in a sentence or two, or the reason why there is none.
std::string describeCompression(const optimization::CompressionReport& report);
std::string toJson(const optimization::CompressionReport& report);
// For a terminal.
std::string toText(const optimization::CompressionReport& report, bool colour);

} // namespace arenascope::output
