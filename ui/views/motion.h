// Whether what changes place is seen to move there, and how long that takes.
#pragma once

#include <chrono>

namespace arenascope::ui {

// Zero where the desktop asks for less motion.
std::chrono::milliseconds moveTime();
// What the desktop asks for.
void setReducedMotion(bool reduced);

} // namespace arenascope::ui
