// The pictures of README and the documentation: each state of the window once, named for what it shows.
#pragma once

#include <QStringList>

namespace arenascope::ui {

// NAME-SCHEME.png in the folder. models: to be opened, and to be compared with.
void takePictures(const QString& folder, const QString& scheme, const QStringList& models);

} // namespace arenascope::ui
