// The engines of this program. Each program has a separate table: that of the WebAssembly module is in
// web/engine/engines.cc.
#pragma once

#include "emulator/engine/engine.h"
#include "service/profile/image_engine.h"

namespace arenascope::service {

engine::Engines engines();
// The engine for firmware images.
const ImageEngine& imageEngine();

} // namespace arenascope::service
