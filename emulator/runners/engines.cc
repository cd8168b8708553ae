#include "emulator/runners/engines.h"

#include "emulator/runners/firmware_engine.h"
#include "emulator/runners/host_engine.h"
#include "emulator/runners/library_engine.h"
#include "emulator/runners/vector_engine.h"

namespace arenascope::runners {

// An engine that another one stands in for comes before that.
engine::Engines engines() {
  static const engine::Engine* const kAll[] = {&libraryEngine(), &vectorEngine(), &firmwareEngine(), &hostEngine()};
  return kAll;
}

} // namespace arenascope::runners
