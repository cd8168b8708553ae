// The models that were open last, with their number and a small picture: for a menu and the start page.
#pragma once

#include <QPixmap>
#include <QString>
#include <vector>

#include "ui/state/report_pointer.h"

namespace arenascope::ui {

struct RecentModel {
  QString path;
  std::uint64_t recommended = 0; // bytes of arena when it was open last; 0: not known
  QPixmap thumbnail;             // null where there is none
};

inline constexpr QSize kThumbnailSize(176, 99);

// The last one first; files that are gone are left out. Without pictures where they are not wanted.
std::vector<RecentModel> recentModels(bool withThumbnails);
// Where a path's model is: of a C array, "FILE:NAME", the file.
QString fileOf(const QString& path);
// A model is open.
void rememberModel(const QString& path);
// What came of it: number and picture.
void rememberReport(const QString& path, const ReportPointer& report);

} // namespace arenascope::ui
