#include "emulator/engine/placed_part.h"

#include <fmt/format.h>

namespace arenascope::engine {

std::vector<std::uint8_t> bytesOf(const PlacedPart& part) {
  std::string text = part.allCode ? "all" : "";
  for (const std::string& function : part.functions) text += fmt::format("\n{}", function);
  for (const auto& [begin, end] : part.constants) text += fmt::format("\n{}-{}", begin, end);
  if (part.memory) {
    const auto& [reads, writes, lineBytes, cacheBytes] = *part.memory;
    text += fmt::format("\nin {} {} {} {}", reads, writes, lineBytes, cacheBytes);
  }
  return {text.begin(), text.end()};
}

} // namespace arenascope::engine
