// The contents of arena charts (core/report/scene/arena_scene.h) as JSON, for painters in other languages: the web
// page.
#pragma once

#include "core/output/json_parts.h"

namespace arenascope::output {

// The report must have an arena. Times are steps in the planner's numbering, 0 where inputs are filled; bytes are
// counted from the arena's start; `fill` is for light and for dark surroundings; `order` is the order of painting.
Json sceneJson(const report::Report& report);

} // namespace arenascope::output
