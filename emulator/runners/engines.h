// The program's engines. Each program has its own table: this one's is in engines.cc, that of the WebAssembly module in
// web/engine.
#pragma once

#include "emulator/engine/engine.h"

namespace arenascope::runners {

engine::Engines engines();

} // namespace arenascope::runners
