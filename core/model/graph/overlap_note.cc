#include "core/model/graph/overlap_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace arenascope::model {

OverlapNote parseOverlapNote(const std::string& text) {
  OverlapNote note;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "tflm") words >> note.tflm;
    if (OverlapNote::Kernels kernels; word == "kernels" && words >> kernels.target >> kernels.kernels)
      note.kernels.push_back(kernels);
    if (std::pair<std::int32_t, std::int32_t> pair; word == "over" && words >> pair.first >> pair.second)
      note.pairs.push_back(pair);
    if (OverlapNote::Strips strips; word == "strips" && words >> strips.count >> strips.first >> strips.last)
      note.strips.push_back(strips);
  }
  std::sort(note.pairs.begin(), note.pairs.end());
  return note;
}

bool OverlapNote::provenFor(const std::string& target, const std::string& kernelSet) const {
  return std::any_of(kernels.begin(), kernels.end(),
                     [&](const Kernels& each) { return each.target == target && each.kernels == kernelSet; });
}

bool OverlapNote::names(std::size_t tensor, std::size_t other) const {
  const auto has = [this](std::size_t output, std::size_t input) {
    return std::binary_search(pairs.begin(), pairs.end(),
                              std::pair(static_cast<std::int32_t>(output), static_cast<std::int32_t>(input)));
  };
  return has(tensor, other) || has(other, tensor);
}

std::string toText(const OverlapNote& note) {
  std::string text = "made by ArenaScope " ARENASCOPE_VERSION "\ntflm " + note.tflm + "\n";
  for (const OverlapNote::Kernels& each : note.kernels)
    text += fmt::format("kernels {} {}\n", each.target, each.kernels);
  for (const OverlapNote::Strips& each : note.strips)
    text += fmt::format("strips {} {} {}\n", each.count, each.first, each.last);
  for (const auto& [output, input] : note.pairs) text += fmt::format("over {} {}\n", output, input);
  return text;
}

} // namespace arenascope::model
