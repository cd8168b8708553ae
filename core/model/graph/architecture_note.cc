#include "core/model/graph/architecture_note.h"

#include <fmt/format.h>

#include <sstream>

namespace arenascope::model {

ArchitectureNote parseArchitectureNote(const std::string& text) {
  ArchitectureNote note;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "asked" && words >> std::ws) std::getline(words, note.asked);
    if (word == "random") words >> note.randomConstants;
    if (std::string change; word == "change" && words >> std::ws && std::getline(words, change))
      note.changes.push_back(change);
  }
  return note;
}

std::string toText(const ArchitectureNote& note) {
  std::string text =
      fmt::format("made by ArenaScope " ARENASCOPE_VERSION "\nasked {}\nrandom {}\n", note.asked, note.randomConstants);
  for (const std::string& change : note.changes) text += "change " + change + "\n";
  return text;
}

} // namespace arenascope::model
