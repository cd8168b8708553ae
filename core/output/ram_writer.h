// The RAM of a firmware image as JSON, and as a bar and rows of text.
#pragma once

#include <string>
#include <vector>

#include "core/base/text_format.h"
#include "core/output/json_parts.h"
#include "core/report/comparison.h"
#include "core/report/ram_band.h"

namespace arenascope::output {

Json ramJson(const report::RamBand& band);
// Empty without a band.
std::string ramText(const report::Report& report, const Style& style);
// How RAM differs from the first report's image, use by use and by the objects that changed most. Empty unless at least
// two reports have a band.
std::string ramDifferences(const report::Comparison& comparison, const Style& style);

} // namespace arenascope::output
