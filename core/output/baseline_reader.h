// An earlier report to compare with, as `profile --json` wrote it.
#pragma once

#include <string>
#include <string_view>

#include "core/report/budget_check.h"

namespace arenascope::output {

// `name` stands for the file in messages. Refused are documents of other kinds and versions, and failed reports.
Result<report::Baseline> readBaseline(std::string_view json, const std::string& name);

} // namespace arenascope::output
