#include "emulator/engine/engine.h"

namespace arenascope::engine {

const Engine* engineFor(Engines engines, const Request& request) {
  const Engine* last = nullptr;
  for (const Engine* engine : engines) {
    if (!engine->serves(request)) continue;
    last = engine;
    if (engine->whyNot(request).empty()) break;
  }
  return last;
}

void prefork(Engines engines, const Target& target) {
  for (const Engine* engine : engines) engine->prefork(target);
}

} // namespace arenascope::engine
