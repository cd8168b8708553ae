// The picture of the arena as assistive technology reads it: a tree of operators, and below each the buffers that are
// in use while it runs. Each can be pressed, which selects it.
#pragma once

namespace arenascope::ui {

// From then on every InferenceView is read so. More than once is as good as once.
void installArenaAccessibility();

} // namespace arenascope::ui
