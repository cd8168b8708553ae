// An earlier report of `profile --json`, to compare with.
#pragma once

#include <string>
#include <string_view>

#include "core/report/budget_check.h"

namespace arenascope::output {

// `name` is the file in messages. Errors: documents of other kinds and versions, and reports of failed runs.
Result<report::Baseline> readBaseline(std::string_view json, const std::string& name);

} // namespace arenascope::output
