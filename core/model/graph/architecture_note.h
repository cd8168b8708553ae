// The note in the metadata of a model whose shapes ArenaScope has changed: a preview of another architecture, whose
// outputs mean nothing. Lines of text in the entry kArchitectureNoteName
// (core/interpreter/schema/offline_plan_format.h):
//   made by ArenaScope 0.1.0
//   asked 0=64x64       (the request that it answers)
//   random 27           (constants whose shape has changed, with random values)
//   change input 0 is 1x64x64x3 instead of 1x96x96x3
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenascope::model {

struct ArchitectureNote {
  std::string asked;
  std::vector<std::string> changes; // each in a few words
  std::int32_t randomConstants = 0; // whose shape has changed
};

std::string toText(const ArchitectureNote& note);
// Unknown lines are ignored.
ArchitectureNote parseArchitectureNote(const std::string& text);

} // namespace arenascope::model
