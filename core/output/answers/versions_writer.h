// A model by releases of its target's libraries, as text, as JSON and as a chart over time.
#pragma once

#include <string>

#include "core/report/version_table.h"

namespace arenascope::output {

std::string toText(const report::VersionTable& table, bool colour);
// A document "arenascope.versions.1".
std::string toJson(const report::VersionTable& table);
// A bar for each release: its arena, red if a kernel has a known fault with the model.
std::string toSvg(const report::VersionTable& table);

} // namespace arenascope::output
