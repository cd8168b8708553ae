#include "service/store/documentation_search.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <sstream>

#include "core/base/text_format.h"

namespace arenascope::service {

namespace {

// How often a page has each word, with its title and headings counted several times.
struct PageCounts {
  const DocumentationPage* page = nullptr;
  double length = 0;         // in bytes
  double termsInHeading = 0; // in the title or the best heading, as a share of all
  std::vector<double> counts;
};

std::vector<std::string> termsIn(const std::string& text) {
  // docs/conf.py gives the same to the site's search.
  constexpr std::array kUnimportant = {"the",  "and",  "are",   "for",  "how",  "what", "when", "where", "which",
                                       "why",  "who",  "does",  "did",  "can",  "with", "from", "use",   "need",
                                       "must", "mean", "means", "this", "that", "you",  "your", "there", "not"};
  std::vector<std::string> terms;
  std::string word;
  for (const char c : lowered(text) + " ") {
    const bool isInside = c == '_' || (c == '-' && !word.empty()); // of "arena_used_bytes", "fail-on"
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || isInside) {
      word += c;
      continue;
    }
    const bool matters =
        word.size() > 2 && std::find(kUnimportant.begin(), kUnimportant.end(), word) == kUnimportant.end();
    if (matters) terms.push_back(word);
    word.clear();
  }
  return terms;
}

double occurrences(const std::string& text, const std::string& word) {
  double count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size())) ++count;
  return count;
}

double shareOf(const std::vector<std::string>& terms, const std::string& text) {
  const auto named = std::count_if(terms.begin(), terms.end(),
                                   [&text](const std::string& term) { return text.find(term) != std::string::npos; });
  return terms.empty() ? 0 : static_cast<double>(named) / static_cast<double>(terms.size());
}

PageCounts countsOf(const DocumentationPage& page, const std::vector<std::string>& terms) {
  constexpr double kTitle = 12;
  constexpr double kHeading = 4;
  PageCounts result{.page = &page, .counts = std::vector<double>(terms.size())};
  const Result<std::string> text = readPage(page);
  std::istringstream lines(text ? lowered(*text) : std::string());
  for (std::string line; std::getline(lines, line);) {
    const double weight = line.starts_with("# ") ? kTitle : line.starts_with("##") ? kHeading : 1;
    result.length += static_cast<double>(line.size());
    if (weight > 1) result.termsInHeading = std::max(result.termsInHeading, shareOf(terms, line));
    for (std::size_t i = 0; i < terms.size(); ++i) result.counts[i] += weight * occurrences(line, terms[i]);
  }
  return result;
}

// The usual measure (BM25) of how well a page answers the words.
double scoreOf(const PageCounts& page, double averageLength, const std::vector<double>& rarity) {
  constexpr double kSaturation = 1.2;
  constexpr double kLength = 0.75;
  const double damping = kSaturation * (1 - kLength + kLength * page.length / averageLength);
  constexpr double kGuide = 1.5; // an answer is rather looked for there than in lists of everything
  double score = 0;
  for (std::size_t i = 0; i < rarity.size(); ++i)
    score += rarity[i] * page.counts[i] * (kSaturation + 1) / (page.counts[i] + damping);
  score *= 1 + page.termsInHeading;
  return page.page->topic.starts_with("reference/") ? score : kGuide * score;
}

} // namespace

std::vector<const DocumentationPage*> searchPages(std::span<const DocumentationPage> pages, const std::string& query) {
  const std::vector<std::string> wanted = termsIn(query);
  std::vector<PageCounts> all;
  double length = 0;
  for (const DocumentationPage& page : pages) {
    all.push_back(countsOf(page, wanted));
    length += all.back().length;
  }
  const auto number = static_cast<double>(all.size());
  std::vector<double> rarity;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto having =
        std::count_if(all.begin(), all.end(), [i](const PageCounts& page) { return page.counts[i] > 0; });
    rarity.push_back(std::log(1 + (number - static_cast<double>(having) + 0.5) / (static_cast<double>(having) + 0.5)));
  }
  std::vector<std::pair<double, const DocumentationPage*>> scores;
  for (const PageCounts& page : all)
    if (const double score = scoreOf(page, length / number, rarity); score > 0) scores.emplace_back(score, page.page);
  std::stable_sort(scores.begin(), scores.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const DocumentationPage*> found;
  for (const auto& [score, page] : scores) found.push_back(page);
  return found;
}

} // namespace arenascope::service
