// What this model needs of a device's memory, in sentences, by the runs on targets of the device's kind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnosis/tflm_messages.h"
#include "core/report/report.h"

namespace arenascope::diagnosis {

// "Espressif" or "Cortex-M"; empty where the text can come from any device. Of a run: of its target.
std::string_view familyOf(const TflmMessage& message);
std::string_view familyOf(const report::Report& report);

// Runs that a device that prints the message is like: of its family, with 32-bit pointers, as far as there are some.
std::vector<const report::Report*> devicesOf(const TflmMessage& message, const std::vector<report::Report>& reports);
// By their minimum; of one run at least.
std::pair<const report::Report*, const report::Report*> leastAndMost(const std::vector<const report::Report*>& reports);

// "This model needs an arena of 1,072 bytes with cortex-m4, reference kernels, and of 1,312 with …"
std::string arenaNeeded(const std::vector<const report::Report*>& reports);
// Whether a block of that many bytes would be enough; `what` begins the sentence: "An arena of".
std::string enoughOf(std::uint64_t bytes, const std::string& what, const std::vector<const report::Report*>& reports);
// The stack that was measured, most of all runs; none for Xtensa, whose figure no other processor has.
std::string stackText(const std::vector<const report::Report*>& reports);

// What linkers say of memory that is full.
std::vector<std::string> linkerDetail(const TflmMessage& message, const std::vector<report::Report>& reports,
                                      const std::vector<const report::Report*>& devices,
                                      std::optional<std::uint64_t> arenaBytes);

} // namespace arenascope::diagnosis
