// Tells when a file is another one than it was when it was read: changed, replaced, gone, or back after a while.
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QTimer>

namespace arenascope::ui {

// What tells a file from the same file before; all of one that is gone are equal.
struct FileStamp {
  quint64 number = 0; // of the inode
  qint64 bytes = -1;
  QDateTime changed;

  bool operator==(const FileStamp&) const = default;
};
FileStamp stampOf(const QString& path);

class FileWatch : public QObject {
  Q_OBJECT

public:
  explicit FileWatch(QObject* parent = nullptr);

  // read: what it was when it was read; whatever differs from that is told.
  void watch(const QString& path, const FileStamp& read);
  // Of the watched file when it was read last.
  const FileStamp& read() const { return read_; }

signals:
  // Once it stands still, whether it is there or not. It counts as read then.
  void changed();

private:
  void look();
  void addPaths(bool anew);
  void tell();

  QFileSystemWatcher watcher_; // of the file, and of folders: a file that is gone cannot be watched
  QTimer standsStill_;
  QString path_;
  FileStamp read_;
  FileStamp seen_; // the last time that anything was said of the file or a folder
};

} // namespace arenascope::ui
