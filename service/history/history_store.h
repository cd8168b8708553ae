// The history file of a project: .arenascope/history.jsonl, a row for each line. Rows are only ever appended, so that
// nothing is lost, and two branches merge by taking the lines of both.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/history/timeline.h"

namespace arenascope::service {

inline constexpr const char* kProjectFolder = ".arenascope";

// Or the file that was asked for, if one was.
std::filesystem::path historyFile(const std::filesystem::path& project, const std::filesystem::path& asked = {});

struct StoredRows {
  std::vector<history::Row> rows;       // in order of the file
  std::vector<history::Damage> damaged; // lines that are not rows; they stay in the file
};
// Empty if there is no such file.
Result<StoredRows> readHistory(const std::filesystem::path& file);

// Appends at once what programs append at the same time, one after the other. Makes the folder.
std::optional<Error> appendHistory(const std::filesystem::path& file, const std::vector<history::Row>& rows);

} // namespace arenascope::service
