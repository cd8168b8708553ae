// Known boards: the user's own, then the program's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/hardware/board.h"

namespace arenascope::service {

// Folders with board files, in order of precedence. ARENASCOPE_BOARDS_DIR replaces the program's.
std::vector<std::filesystem::path> boardFolders();

// All readable boards, by name. Unreadable files are described in `problems`.
std::vector<hardware::Board> loadBoards(std::vector<Error>& problems);

// The error for an unknown name lists the known ones; for a malformed file it names the field.
Result<hardware::Board> findBoard(const std::string& name);

// Text of the board's file.
Result<std::string> boardJson(const std::string& name);
// Saves to the user's boards, which precede the program's. Returns the file.
Result<std::filesystem::path> saveBoard(const std::string& name, const std::string& json);

} // namespace arenascope::service
