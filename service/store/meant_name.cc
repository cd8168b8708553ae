#include "service/store/meant_name.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "core/base/likely_name.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/interpreter/tflm/revisions.h"
#include "emulator/engine/target.h"
#include "service/store/boards.h"

namespace arenascope::service {

namespace {

struct KnownName {
  std::string name;
  NameKind kind = NameKind::kTarget;
  std::string what; // "a board, whose target is cortex-m4"
};

std::string targetText(const std::string& target, const std::vector<hardware::Board>& boards) {
  std::vector<std::string> names;
  for (const hardware::Board& board : boards)
    if (board.core == target) names.push_back(board.name);
  return names.empty() ? "a target" : "a target, which these boards have: " + joined(names);
}

std::vector<KnownName> allNames(const std::vector<hardware::Board>& boards) {
  std::vector<KnownName> names;
  for (const engine::Target& target : engine::targets()) {
    names.push_back({target.name, NameKind::kTarget, targetText(target.name, boards)});
    for (const std::string& set : engine::builtInKernelSets(target))
      names.push_back({set, NameKind::kKernels, "a kernel set"});
  }
  for (const hardware::Board& board : boards)
    names.push_back({board.name, NameKind::kBoard, "a board, whose target is " + board.core});
  for (const tflm::Revision& revision : tflm::kRevisions)
    names.push_back({revision.name, NameKind::kRevision, "a revision of TensorFlow Lite Micro"});
  return names;
}

// Boards by their chip, which a title names: "nrf52840".
std::string boardsWith(const std::string& chip, const std::vector<hardware::Board>& boards) {
  constexpr std::size_t kShortestChip = 5;
  if (chip.size() < kShortestChip ||
      std::none_of(chip.begin(), chip.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
    return {};
  std::vector<std::string> found;
  for (const hardware::Board& board : boards)
    if (lowered(board.title).find(lowered(chip)) != std::string::npos)
      found.push_back(board.name + " (target " + board.core + ")");
  return found.empty() ? std::string() : "; boards with it: " + joined(found);
}

} // namespace

std::string meantName(const std::string& given, NameKind kind, std::span<const std::string> known) {
  std::vector<Error> unreadable;
  const std::vector<hardware::Board> boards = loadBoards(unreadable);
  std::vector<KnownName> others = allNames(boards);
  std::erase_if(others, [&](const KnownName& other) { return other.kind == kind; });
  const auto named = [&](const std::string& name) {
    return std::find_if(others.begin(), others.end(), [&](const KnownName& other) { return other.name == name; });
  };
  if (const auto same = named(given); same != others.end()) return "; " + given + " is " + same->what;
  if (std::string near = didYouMean(given, known); !near.empty()) return near;
  std::vector<std::string> names;
  for (const KnownName& other : others) names.push_back(other.name);
  if (const std::vector<std::string> near = likelyNames(given, names); !near.empty())
    return "; did you mean " + near.front() + ", " + named(near.front())->what + "?";
  return boardsWith(given, boards);
}

} // namespace arenascope::service
