// Rows as lines of the history file: one JSON object each, schema "arenascope.history_row.1".
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/history/row.h"

namespace arenascope::history {

// With a newline at the end. Text that is not UTF-8 is replaced.
std::string toLine(const Row& row);
// Without the newline. The error says what is wrong with the line, without its number.
Result<Row> readLine(std::string_view line);

} // namespace arenascope::history
