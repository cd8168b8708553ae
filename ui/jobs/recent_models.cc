#include "ui/jobs/recent_models.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPainter>
#include <QSettings>
#include <QStandardPaths>

#include "core/model/load/c_array_reader.h"
#include "ui/charts/picture_export.h"
#include "ui/style/tokens.h"

namespace arenascope::ui {

namespace {

const QString kRecentKey = QStringLiteral("recentFiles");
constexpr int kMaxRecent = 8;

QString keyOf(const QString& path) {
  return QString::fromLatin1(QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex());
}

QString numberKey(const QString& path) { return QStringLiteral("recentNumbers/%1").arg(keyOf(path)); }

QString thumbnailFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/thumbnails");
}

// Each scheme has a picture of its own.
QString thumbnailFile(const QString& path, const Tokens& tokens) {
  return QStringLiteral("%1/%2%3.png")
      .arg(thumbnailFolder(), keyOf(path), tokens.dark ? QStringLiteral("-dark") : QString());
}

void forget(const QString& path) {
  QSettings().remove(numberKey(path));
  for (const Tokens* tokens : {&lightTokens(), &darkTokens()}) QFile::remove(thumbnailFile(path, *tokens));
}

// Painted large and made small: text is not for reading here.
QImage thumbnailOf(const ReportPointer& report, const Tokens& tokens) {
  constexpr int kLarger = 4;
  const Theme theme = Theme::of(tokens);
  QImage image(kThumbnailSize * kLarger, QImage::Format_RGB32);
  image.fill(theme.background);
  QPainter painter(&image);
  inferencePainter(report, {.cycles = false})(painter, image.size(), theme);
  painter.end();
  return image.scaled(kThumbnailSize, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

} // namespace

std::vector<RecentModel> recentModels(bool withThumbnails) {
  std::vector<RecentModel> models;
  const QSettings settings;
  const Tokens& tokens = tokensOn(QGuiApplication::palette().color(QPalette::Base));
  for (const QString& path : settings.value(kRecentKey).toStringList())
    if (QFileInfo::exists(fileOf(path)))
      models.push_back({path, settings.value(numberKey(path)).toULongLong(),
                        withThumbnails ? QPixmap(thumbnailFile(path, tokens)) : QPixmap()});
  return models;
}

QString fileOf(const QString& path) {
  return QString::fromStdString(model::splitArrayName(path.toStdString()).first.string());
}

void rememberModel(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QSettings settings;
  QStringList files = settings.value(kRecentKey).toStringList();
  files.removeAll(absolute);
  files.prepend(absolute);
  while (files.size() > kMaxRecent) forget(files.takeLast());
  settings.setValue(kRecentKey, files);
}

void rememberReport(const QString& path, const ReportPointer& report) {
  if (!report->arena) return;
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QSettings().setValue(numberKey(absolute), static_cast<qulonglong>(report->arena->recommended));
  if (!QDir().mkpath(thumbnailFolder())) return;
  for (const Tokens* tokens : {&lightTokens(), &darkTokens()})
    thumbnailOf(report, *tokens).save(thumbnailFile(absolute, *tokens));
}

} // namespace arenascope::ui
