#include "ui/views/motion.h"

namespace arenascope::ui {

namespace {
bool reducedMotion = false;
} // namespace

std::chrono::milliseconds moveTime() { return std::chrono::milliseconds(reducedMotion ? 0 : 180); }

void setReducedMotion(bool reduced) { reducedMotion = reduced; }

} // namespace arenascope::ui
