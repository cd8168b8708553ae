// What this program can run models on. Each program has its own table: that of the WebAssembly module is in
// web/engine/engines.cc.
#pragma once

#include "emulator/engine/engine.h"
#include "service/profile/image_engine.h"

namespace arenascope::service {

engine::Engines engines();
// What it does with firmware images.
const ImageEngine& imageEngine();

} // namespace arenascope::service
