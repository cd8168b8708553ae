// Names of what the window remembers between its runs.
#pragma once

#include <QString>

namespace arenascope::ui {

inline const QString kGeometryKey = QStringLiteral("window/geometry");
inline const QString kDrawerKey = QStringLiteral("window/drawerOpen");
inline const QString kSchemeKey = QStringLiteral("window/colourScheme");
inline const QString kOpenModelsKey = QStringLiteral("session/models");
inline const QString kTargetKey = QStringLiteral("session/target");
inline const QString kKernelsKey = QStringLiteral("session/kernels");
inline const QString kBoardKernelsKey = QStringLiteral("session/boardKernels");
inline const QString kBoardKey = QStringLiteral("session/board");

} // namespace arenascope::ui
