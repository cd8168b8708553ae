// What linkers say of memory that is full, by what this model needs of it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/number_text.h"
#include "core/diagnosis/arena_needs.h"
#include "core/diagnosis/message_texts.h"

namespace arenascope::diagnosis {

using report::Report;

namespace {

bool isFlash(const TflmMessage& message) {
  for (const char* word :
       {"program storage", "FLASH", "flash", "Flash", "irom", "IROM", "iram", "IRAM0", "text section", "Sketch too big",
        "rom0", "ROM", "Load region", "program size", "partition", "Part '"})
    if (message.text.find(word) != std::string::npos) return true;
  return false;
}

// Builds say how much it is each time, of what fits as well.
bool fits(const TflmMessage& message) {
  constexpr unsigned long kWhole = 100; // percent
  if (message.number && message.available) return *message.number <= *message.available;
  return message.values.size() > 1 && message.text.find("%)") != std::string::npos &&
         std::strtoul(message.values[1].c_str(), nullptr, 10) <= kWhole;
}

// A section for the arena alone, as its name says.
bool isOfArena(const TflmMessage& message) {
  return message.number && !message.available && !message.values.empty() &&
         message.values.front().find("arena") != std::string::npos;
}

std::string modelInFlash(const Report& report) {
  return fmt::format("This is program memory: the model takes {} bytes of it, and code the rest. Register only the "
                     "model's operators (`arenascope profile MODEL --resolver FILE`), not AllOpsResolver.",
                     grouped(report.model.bytes));
}

} // namespace

std::vector<std::string> linkerDetail(const TflmMessage& message, const std::vector<Report>& reports,
                                      const std::vector<const Report*>& devices,
                                      std::optional<std::uint64_t> arenaBytes) {
  if (fits(message)) return {"This fits and is not a failure: the rest of the RAM is for the stack and the heap."};
  if (isFlash(message)) return {modelInFlash(reports.front())};
  const bool isTotal = message.text.find("%)") != std::string::npos;
  std::vector<std::string> sentences = {arenaNeeded(devices)};
  if (isOfArena(message)) sentences.push_back(enoughOf(*message.number, "An arena of", devices));
  if (arenaBytes && !isTotal && message.requested && *arenaBytes > *message.requested)
    sentences.push_back(enoughOf(*arenaBytes - *message.requested,
                                 fmt::format("If the arena of {} bytes alone shrinks by that,", grouped(*arenaBytes)),
                                 devices));
  else if (message.requested && !isTotal)
    sentences.push_back(fmt::format(
        "If the arena's array is larger than that by {} bytes or more, make it smaller; otherwise free other memory.",
        grouped(*message.requested)));
  sentences.emplace_back("A model array that is not const lies in RAM as well: declare it const, so that it stays in "
                         "flash.");
  return sentences;
}

} // namespace arenascope::diagnosis
