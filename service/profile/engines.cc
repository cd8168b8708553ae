#include "service/profile/engines.h"

#include "emulator/runners/firmware_engine.h"
#include "emulator/runners/host_engine.h"
#include "emulator/runners/library_engine.h"
#include "emulator/runners/vector_engine.h"
#include "service/profile/image_profiling.h"

namespace arenascope::service {

// An engine that another one stands in for comes before that.
engine::Engines engines() {
  static const engine::Engine* const kAll[] = {&runners::libraryEngine(), &runners::vectorEngine(),
                                               &runners::firmwareEngine(), &runners::hostEngine()};
  return kAll;
}

const ImageEngine& imageEngine() { return firmwareImages(); }

} // namespace arenascope::service
