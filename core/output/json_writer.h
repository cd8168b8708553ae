// The report as JSON, schema "arenascope.profile.1".
#pragma once

#include <string>

#include "core/report/report.h"

namespace arenascope::output {

inline constexpr const char* kProfileSchema = "arenascope.profile.1";

// Pretty-printed, with a newline at the end. Text that is not UTF-8 (names in hostile files) is replaced. The same
// model and settings give the same bytes on every run and every computer, except with wholePath, which has the model's
// path as given instead of the file's name.
std::string toJson(const report::Report& report, bool wholePath = false);
// The same on one line, with the model's path.
std::string toJsonLine(const report::Report& report);
// A document of another schema, for a model that failed before; path: empty without one.
std::string failedJson(const std::string& path, const Error& error, const char* schema);

} // namespace arenascope::output
