// Smaller versions of a model, in sentences, as text and as JSON.
#pragma once

#include <string>

#include "core/optimization/shrink_report.h"

namespace arenascope::output {

inline constexpr const char* kShrinkSchema = "arenascope.shrink.1";

// "operators 0 to 3 in 4 strips"; empty without strips.
std::string describeCuts(const std::vector<rewrite::StripCut>& cuts);
// The same in a few words: "Run layers 2, 3 and 6 in strips, fold 5 PADs"; empty without strips.
std::string describeStripLayers(const optimization::ShrinkPoint& point);
// The same with numbers: "Layers 2 and 3 in 4 strips, 6 in 2"; empty without strips.
std::string describeStrips(const optimization::ShrinkPoint& point);
// "2 of 12 versions have been run", and the reason; empty if the search was finished.
std::string describeUnfinished(const optimization::ShrinkReport& report);
// "most memory is in use at operator 3 (MEAN), which cannot be computed in strips"; empty: strips help, or were not
// tried.
std::string describeNoGain(const optimization::ShrinkReport& report);
// The techniques of a version, its costs compared with the unchanged model, and the application's part.
std::string describePoint(const optimization::ShrinkReport& report, std::size_t position);
// The costs alone, in a line.
std::string describeCosts(const optimization::ShrinkReport& report, const optimization::ShrinkPoint& point);
// The chosen version and the reason, in one or two sentences.
std::string describeChoice(const optimization::ShrinkReport& report);
std::string toJson(const optimization::ShrinkReport& report, bool timing);
// For a terminal.
std::string toText(const optimization::ShrinkReport& report, bool colour);

} // namespace arenascope::output
