// The boards that there are: the user's own, then those that come with the program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/hardware/board.h"

namespace arenascope::service {

// Where board files are looked for; the first that has a name wins. ARENASCOPE_BOARDS_DIR stands for the program's.
std::vector<std::filesystem::path> boardFolders();

// All that can be read, by name. Files that cannot are left out and described in `problems`.
std::vector<hardware::Board> loadBoards(std::vector<Error>& problems);

// The error for an unknown name lists those that there are; one for a malformed file names the field.
Result<hardware::Board> findBoard(const std::string& name);

// Its file's text.
Result<std::string> boardJson(const std::string& name);
// Among the user's own, where it comes before the program's of that name. Answers the file.
Result<std::filesystem::path> saveBoard(const std::string& name, const std::string& json);

} // namespace arenascope::service
