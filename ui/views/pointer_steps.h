// How pointer and keys move what is on screen, in every view alike.
#pragma once

namespace arenascope::ui {

inline constexpr double kZoomStep = 1.25;    // of a notch of the wheel, or a key
inline constexpr double kDragDistance = 4.0; // pixels; a press that moves less is a click

} // namespace arenascope::ui
