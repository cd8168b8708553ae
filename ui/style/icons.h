// The program's icons: outlines of one width, drawn for this project, in the colour of the text beside them.
#pragma once

#include <QIcon>
#include <QPalette>

namespace arenascope::ui {

enum class Glyph {
  kSearch,
  kDown, // opens a list
  kUp,
  kCopy,
  kDone,
  kProcessor,
  kBoard,
  kCompare,
  kMessage,
  kExport,
  kMoon,
  kSun,
  kClose,
  kShowAll,
  kNote,
  kFile,
  kPlay,
  kPause,
  kBack,
};
inline constexpr int kGlyphs = 19;

// Follows the palette: one icon for light and dark, and for what is disabled.
QIcon icon(Glyph glyph);
// In a fixed role's colour: links and buttons in the accent.
QIcon icon(Glyph glyph, QPalette::ColorRole role);
// The program's own mark.
QIcon markIcon();

} // namespace arenascope::ui
