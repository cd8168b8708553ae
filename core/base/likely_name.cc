#include "core/base/likely_name.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace arenascope {

namespace {

constexpr std::size_t kLongestName = 80;      // characters; a longer text is not a name
constexpr std::size_t kShortestPart = 4;      // to be searched in a longer name
constexpr std::size_t kShortestBeginning = 2; // of a name, for a word that is cut short
constexpr std::size_t kMostLikely = 3;
constexpr std::size_t kPerMistake = 4;    // characters per accepted mistake
constexpr std::size_t kContained = 1'000; // distance of a name that contains the text: beyond any mistakes

// Distance of a name; nothing if it is too far.
std::optional<std::size_t> distanceOf(const std::string& given, const std::string& known) {
  if (given == known) return 0;
  const std::size_t wrong = mistakesIn(given, known);
  if (wrong <= std::max<std::size_t>(1, std::max(given.size(), known.size()) / kPerMistake)) return wrong;
  const std::string& shorter = given.size() < known.size() ? given : known;
  const std::string& longer = given.size() < known.size() ? known : given;
  const bool begins = given.size() >= kShortestBeginning && known.starts_with(given);
  if (begins || (shorter.size() >= kShortestPart && longer.find(shorter) != std::string::npos))
    return kContained + longer.size() - shorter.size();
  return std::nullopt;
}

} // namespace

std::string comparable(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

std::size_t mistakesIn(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> last(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> now(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = std::exchange(last, std::move(now));
  }
  return last.back();
}

std::vector<std::string> likelyNames(std::string_view given, std::span<const std::string> known) {
  const std::string wanted = comparable(given.substr(0, kLongestName));
  if (wanted.size() < 2) return {};
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& name : known) {
    if (name.size() > kLongestName || name == given) continue;
    if (const auto distance = distanceOf(wanted, comparable(name))) near.emplace_back(*distance, name);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [distance, name] : near) {
    // A name that only contains the text is dropped if another differs by few letters.
    if (names.size() == kMostLikely || (distance >= kContained && near.front().first < kContained)) break;
    if (near.front().first == 0 && distance > 0) break;
    names.push_back(name);
  }
  return names;
}

std::string didYouMean(std::string_view given, std::span<const std::string> known) {
  const std::vector<std::string> names = likelyNames(given, known);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "; did you mean " : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text.empty() ? text : text + "?";
}

} // namespace arenascope
