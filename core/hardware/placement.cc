#include "core/hardware/placement.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/likely_name.h"
#include "core/base/number_text.h"
#include "core/base/text_format.h"
#include "core/base/written_numbers.h"

namespace arenascope::hardware {

namespace {

constexpr const char* kFirstRegion = "ram";

struct Word {
  std::string what;
  std::string region;
  std::optional<std::uint64_t> limitBytes;
};

std::optional<Word> wordOf(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return std::nullopt;
  Word word{.what = lowered(text.substr(0, equals)), .region = text.substr(equals + 1), .limitBytes = {}};
  if (const std::size_t colon = word.region.rfind(':'); colon != std::string::npos) {
    word.limitBytes = scaledNumber(std::string_view(word.region).substr(colon + 1));
    if (!word.limitBytes) return std::nullopt;
    word.region.resize(colon);
  }
  const bool known = std::find(kPlacedParts.begin(), kPlacedParts.end(), word.what) != kPlacedParts.end();
  return known && !word.region.empty() ? std::optional(word) : std::nullopt;
}

Result<MemoryRegion> regionNamed(const Board& board, const Word& word) {
  const std::vector<MemoryRegion> regions = regionsFor(board, word.what);
  std::vector<std::string> names;
  for (const MemoryRegion& region : regions) {
    if (comparable(region.name) == comparable(word.region)) return region;
    names.push_back(region.name);
  }
  if (comparable(word.region) == kFirstRegion && !regions.empty()) return regions.front();
  return Error{Stage::kUsage, fmt::format("board {} has no region \"{}\" for {}; it has: {}{}", board.name, word.region,
                                          word.what, joined(names), didYouMean(word.region, names))};
}

} // namespace

std::vector<MemoryRegion> regionsFor(const Board& board, std::string_view part) {
  std::vector<MemoryRegion> regions;
  for (const MemoryRegion& region : board.ram)
    if (part != "code" || region.executes) regions.push_back(region);
  if (part == "arena") return regions;
  regions.insert(regions.end(), board.codeRam.begin(), board.codeRam.end());
  MemoryRegion flash;
  flash.name = kFlashRegion;
  flash.bytes = board.flashBytes;
  regions.push_back(flash);
  return regions;
}

std::string wrongPlace(const std::string& word) {
  if (wordOf(word)) return {};
  return "\"" + word +
         "\" is not a place: write weights=REGION, code=REGION or arena=REGION, with a region of the "
         "board's, and REGION:64K to use at most 64 KiB of it";
}

Result<Placement> parsePlacement(const Board& board, std::span<const std::string> arguments) {
  Placement placement;
  for (const std::string& text : arguments) {
    const std::optional<Word> word = wordOf(text);
    if (!word) return Error{Stage::kUsage, wrongPlace(text)};
    const Result<MemoryRegion> region = regionNamed(board, *word);
    if (!region) return region.error();
    std::optional<Place>& place = word->what == "weights" ? placement.weights
                                  : word->what == "code"  ? placement.code
                                                          : placement.arena;
    if (place) return Error{Stage::kUsage, "two places are given for " + word->what};
    place = Place{.region = *region, .limitBytes = word->limitBytes};
  }
  return placement;
}

} // namespace arenascope::hardware
