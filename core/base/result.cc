#include "core/base/result.h"

#include <array>

namespace arenascope {

namespace {

// Indexed by Stage.
constexpr std::array kNames = {"",         "create", "start",   "init",     "prepare",   "finish",   "io",
                               "allocate", "invoke", "usage",   "load",     "validate",  "target",   "board",
                               "firmware", "input",  "emulate", "limit",    "cancelled", "internal", "plan",
                               "buffers",  "expect", "export",  "baseline", "budget",    "cache",    "message"};
static_assert(kNames.size() == static_cast<std::size_t>(Stage::kMessage) + 1);

} // namespace

const char* stageName(Stage stage) { return kNames[static_cast<std::size_t>(stage)]; }

Stage stageOf(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (name == kNames[i]) return static_cast<Stage>(i);
  return Stage::kNone;
}

} // namespace arenascope
