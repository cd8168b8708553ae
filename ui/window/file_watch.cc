#include "ui/window/file_watch.h"

#include <sys/stat.h>

#include <QDir>
#include <QFileInfo>

namespace arenascope::ui {

namespace {

constexpr int kQuiet = 300; // milliseconds without a change: nobody writes the file any more

// All on the way to it that are there: any of them may go with the file, and come back.
void addFoldersOf(const QString& file, QStringList& paths) {
  for (QString folder = QFileInfo(file).absolutePath();; folder = QFileInfo(folder).absolutePath()) {
    if (QFileInfo(folder).isDir()) paths << folder;
    if (QDir(folder).isRoot()) return;
  }
}

} // namespace

FileStamp stampOf(const QString& path) {
  struct stat status {};
  if (path.isEmpty() || stat(QFile::encodeName(path).constData(), &status) != 0) return {};
  return {status.st_ino, status.st_size, QFileInfo(path).lastModified()};
}

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
  standsStill_.setSingleShot(true);
  standsStill_.setInterval(kQuiet);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, &FileWatch::look);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &FileWatch::look);
  connect(&standsStill_, &QTimer::timeout, this, &FileWatch::tell);
}

void FileWatch::watch(const QString& path, const FileStamp& read) {
  path_ = path;
  read_ = seen_ = read;
  standsStill_.stop();
  addPaths(true);
  look(); // it may be another one already
}

// A folder changes with every file in it: only what became of ours counts.
void FileWatch::look() {
  addPaths(false);
  if (stampOf(path_) == seen_) return;
  addPaths(true);
  seen_ = stampOf(path_);
  standsStill_.start();
}

// What was removed is watched no longer, and of what was replaced still that which was there before.
void FileWatch::addPaths(bool anew) {
  const QStringList before = watcher_.files() + watcher_.directories();
  if (anew && !before.isEmpty()) watcher_.removePaths(before);
  if (path_.isEmpty()) return;
  QStringList paths;
  if (QFileInfo::exists(path_)) paths << path_;
  addFoldersOf(path_, paths);
  if (const QString target = QFileInfo(path_).symLinkTarget(); !target.isEmpty()) addFoldersOf(target, paths);
  const QStringList watched = watcher_.files() + watcher_.directories();
  paths.removeIf([&](const QString& path) { return watched.contains(path); });
  paths.removeDuplicates();
  if (!paths.isEmpty()) watcher_.addPaths(paths);
}

void FileWatch::tell() {
  const FileStamp now = stampOf(path_);
  if (now == read_) return;
  read_ = seen_ = now;
  emit changed();
}

} // namespace arenascope::ui
