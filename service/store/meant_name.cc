#include "service/store/meant_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
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

// What people call it elsewhere, without blanks, dashes and capitals.
struct OtherName {
  NameKind kind;
  std::string_view name;
  const char* says;
};
constexpr OtherName kOtherNames[] = {
#define OTHER_NAME(kind, name, says) {NameKind::kind, name, says},
#include "service/store/known_names.def"
#undef OTHER_NAME
};

struct Chip {
  std::string_view begins;
  const char* core;
};
constexpr Chip kChips[] = {
#define CHIP(begins, core) {begins, core},
#include "service/store/known_chips.def"
#undef CHIP
};

// "m4f" and "cm4" as "cortex-m4"; empty for anything else.
std::string coreOf(std::string_view word) {
  for (const std::string_view before : {std::string_view("arm"), std::string_view("cortex"), std::string_view("c")})
    if (word.starts_with(before)) word.remove_prefix(before.size());
  if (!word.starts_with('m') || word.size() < 2) return {};
  const std::size_t end = std::min(word.find_first_not_of("0123456789", 1), word.size());
  const std::string_view rest = word.substr(end);
  if (rest != "" && rest != "f" && rest != "plus") return {};
  const std::string core = "cortex-" + std::string(word.substr(0, end)) + (word.substr(0, end) == "m0" ? "plus" : "");
  return engine::findTarget(core) == nullptr ? std::string() : core;
}

// A chip or board that is known although no board file describes it.
std::string chipText(const std::string& word, NameKind kind) {
  const Chip* best = nullptr;
  for (const Chip& chip : kChips)
    if (word.starts_with(chip.begins) && (best == nullptr || chip.begins.size() > best->begins.size())) best = &chip;
  if (best == nullptr || engine::findTarget(best->core) == nullptr) return {};
  const std::string core = best->core;
  return kind == NameKind::kTarget ? "; its target is " + core
                                   : "; there is no board file for it: its processor is a " + core +
                                         " or like one, so --target " + core + " gives its arena";
}

// "2024-05" of "2024-5", "202405", "may-2024" and "2024/05/29"; empty without a month.
std::string monthMeant(const std::string& given) {
  static constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                               "jul", "aug", "sep", "oct", "nov", "dec"};
  const std::string text = lowered(given);
  const std::size_t year = text.find("20");
  if (year == std::string::npos || text.size() < year + 4) return {};
  std::string rest = text.substr(year + 4);
  while (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest.front())) == 0) rest.erase(0, 1);
  int month = std::atoi(rest.substr(0, 2).c_str());
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (text.find(kMonths[i]) != std::string::npos) month = static_cast<int>(i) + 1;
  const std::string meant = fmt::format("{}-{:02}", text.substr(year, 4), month);
  return tflm::monthOf(meant) && meant != given ? meant : std::string();
}

// A version of esp-tflite-micro, a month in another form, or a version of TensorFlow.
std::string revisionText(const std::string& given) {
  const std::size_t digits = given.find_first_of("0123456789");
  const std::string version = digits == std::string::npos ? std::string() : given.substr(digits);
  if (tflm::findRevision("esp-" + version) != nullptr) return "; did you mean esp-" + version + "?";
  if (const std::string month = monthMeant(given); !month.empty()) return "; did you mean " + month + "?";
  const bool ofTensorFlow =
      digits <= 1 && version.size() > 2 && (version[0] == '1' || version[0] == '2') && version[1] == '.';
  return ofTensorFlow ? "; versions of TensorFlow are not TFLM's: give the month of the library's sources"
                      : std::string();
}

std::string knownWord(const std::string& given, NameKind kind) {
  const std::string word = comparable(given);
  for (const OtherName& each : kOtherNames)
    if (each.kind == kind && each.name == word) return each.says;
  if (kind == NameKind::kTarget && word.starts_with("cortexa"))
    return "; ArenaScope emulates microcontrollers only; host is this computer";
  if (kind == NameKind::kTarget)
    if (const std::string core = coreOf(word); !core.empty()) return "; did you mean " + core + "?";
  return kind == NameKind::kRevision ? revisionText(given) : std::string();
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
  if (std::string word = knownWord(given, kind); !word.empty()) return word;
  std::string chip = chipText(comparable(given), kind);
  const std::vector<std::string> own = likelyNames(given, known);
  // Most chips differ in few letters from others with another processor.
  const bool isMisspelt = !own.empty() && (chip.empty() || comparable(own.front()).starts_with(comparable(given)) ||
                                           comparable(own.front()) == comparable(given));
  if (isMisspelt) return didYouMean(given, known);
  if (std::string with = boardsWith(given, boards); !with.empty()) return with;
  if (!chip.empty()) return chip;
  if (!own.empty()) return didYouMean(given, known);
  std::vector<std::string> names;
  for (const KnownName& other : others) names.push_back(other.name);
  if (const std::vector<std::string> near = likelyNames(given, names); !near.empty())
    return "; did you mean " + near.front() + ", " + named(near.front())->what + "?";
  return {};
}

} // namespace arenascope::service
