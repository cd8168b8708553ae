#include "service/store/boards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>

#include "core/base/file_writer.h"
#include "core/base/folders.h"
#include "core/base/number_text.h"
#include "core/devtree/checkout.h"
#include "emulator/engine/target.h"
#include "service/store/meant_name.h"

namespace arenascope::service {

using hardware::Board;

namespace {

constexpr std::uintmax_t kMaxFileBytes = 1 << 20;

Result<std::string> textOf(const std::filesystem::path& file) {
  std::error_code code;
  if (std::filesystem::file_size(file, code) > kMaxFileBytes || code)
    return Error{Stage::kBoard, "board file " + file.string() + " cannot be read or is too large"};
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) return Error{Stage::kBoard, "board file " + file.string() + " cannot be read"};
  return text;
}

Result<Board> loadBoard(const std::filesystem::path& file) {
  const Result<std::string> text = textOf(file);
  if (!text) return text.error();
  Result<Board> board = hardware::parseBoard(file.stem().string(), *text);
  if (!board) return Error{Stage::kBoard, board.error().message + " (" + file.string() + ")"};
  const engine::Target* target = engine::findTarget(board->core);
  if (engine::isLeftOut(board->core))
    return Error{Stage::kBoard, "board " + board->name + " has an " + board->core + ", " + engine::kLeftOut};
  if (target == nullptr || target->isHost())
    return Error{Stage::kBoard, "board " + board->name + ": field \"core\" takes an emulated target, not " +
                                    board->core + " (" + file.string() + ")"};
  if (!board->cLibrary.empty() && board->cLibrary != target->otherCLibrary)
    return Error{Stage::kBoard, fmt::format("board {}: field \"c_library\" takes {} for {}, not {} ({})", board->name,
                                            target->otherCLibrary.empty() ? "nothing" : target->otherCLibrary,
                                            board->core, board->cLibrary, file.string())};
  return board;
}

// By name; earlier folders take precedence.
std::map<std::string, std::filesystem::path> boardFiles() {
  std::map<std::string, std::filesystem::path> files;
  std::error_code code;
  for (const std::filesystem::path& folder : boardFolders())
    for (const auto& entry : std::filesystem::directory_iterator(folder, code))
      if (entry.path().extension() == ".json") files.emplace(entry.path().stem().string(), entry.path());
  return files;
}

Result<std::filesystem::path> fileOf(const std::string& name) {
  const auto files = boardFiles();
  if (const auto found = files.find(name); found != files.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, file] : files) names.push_back(known);
  return Error{Stage::kUsage, "there is no board " + name + "; there are: " + joined(names) +
                                  meantName(name, NameKind::kBoard, names)};
}

} // namespace

std::vector<std::filesystem::path> boardFolders() {
  std::vector<std::filesystem::path> folders;
  if (const auto own = userFolder("XDG_CONFIG_HOME", ".config"); !own.empty()) folders.push_back(own / "boards");
  if (const char* chosen = std::getenv("ARENASCOPE_BOARDS_DIR"); chosen != nullptr) {
    folders.emplace_back(chosen);
    return folders;
  }
  folders.push_back(devtree::dataFolder("boards"));
  return folders;
}

std::vector<Board> loadBoards(std::vector<Error>& problems) {
  std::vector<Board> boards;
  for (const auto& [name, file] : boardFiles()) {
    Result<Board> board = loadBoard(file);
    if (board)
      boards.push_back(std::move(*board));
    else if (!board.error().message.ends_with(engine::kLeftOut)) // a left-out target is not an error unless asked for
      problems.push_back(board.error());
  }
  return boards;
}

Result<Board> findBoard(const std::string& name) {
  const Result<std::filesystem::path> file = fileOf(name);
  if (!file) return file.error();
  return loadBoard(*file);
}

Result<std::string> boardJson(const std::string& name) {
  const Result<std::filesystem::path> file = fileOf(name);
  if (!file) return file.error();
  return textOf(*file);
}

Result<std::filesystem::path> saveBoard(const std::string& name, const std::string& json) {
  if (const Result<Board> board = hardware::parseBoard(name, json); !board) return board.error();
  if (name.empty() || name.find_first_of("/\\") != std::string::npos || name.front() == '.')
    return Error{Stage::kUsage, "a board's name becomes a file name: \"" + name + "\" cannot be one"};
  const std::filesystem::path own = userFolder("XDG_CONFIG_HOME", ".config");
  if (own.empty()) return Error{Stage::kBoard, "there is no folder for your own boards: set HOME or XDG_CONFIG_HOME"};
  std::error_code code;
  std::filesystem::create_directories(own / "boards", code);
  std::filesystem::path file = own / "boards" / (name + ".json");
  if (auto failed = writeFile(file, json)) return *failed;
  return file;
}

} // namespace arenascope::service
