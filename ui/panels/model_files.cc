#include "ui/panels/model_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include "core/base/file_writer.h"
#include "core/model/load/c_array_reader.h"
#include "core/output/version_files.h"
#include "service/profile/image_engine.h"

namespace arenascope::ui {

QString besideModel(const report::Report& report, const QString& ending) {
  const auto image = service::imageOfModel(report.model.path);
  const QFileInfo file(QString::fromStdString(image ? image->string() : report.model.path));
  const QString name = file.completeBaseName() + (image ? QStringLiteral("_model") : QString());
  return file.dir().filePath(name + ending);
}

QString askWhere(QWidget* parent, const QString& title, const report::Report& report, const QString& ending,
                 const QString& filter) {
  return QFileDialog::getSaveFileName(parent, title, besideModel(report, ending), filter);
}

QString askWhereAll(QWidget* parent, const QString& title, const report::Report& report, const QString& ending) {
  QString path = askWhere(parent, title, report, ending, writtenModelFilter());
  if (path.isEmpty()) return {};
  const output::VersionFiles files = output::filesBeside(path.toStdString());
  QStringList there; // the dialog has asked about the model itself
  for (const std::filesystem::path& file : {files.header, files.resolver})
    if (std::filesystem::exists(file)) there << QString::fromStdString(file.filename().string());
  if (there.isEmpty()) return path;
  const auto answer = QMessageBox::question(
      parent, title, QObject::tr("%1 is there already. Replace it?").arg(there.join(QStringLiteral(", "))));
  return answer == QMessageBox::Yes ? path : QString();
}

bool isModelOf(const std::filesystem::path& path, const report::Report& report) {
  const auto image = service::imageOfModel(report.model.path);
  return isSameFile(path, image ? *image : std::filesystem::path(model::splitArrayName(report.model.path).first));
}

WriteOutcome writeWithHeaders(const QString& path, const report::Report& run, std::span<const std::uint8_t> model) {
  const output::VersionFiles files = output::filesBeside(path.toStdString());
  for (const std::filesystem::path& file : {files.model, files.header, files.resolver})
    if (isModelOf(file, run)) return {false, modelStays(QString::fromStdString(file.string()))};
  const auto failed = writeVersion(files, run, model);
  if (failed) return {false, QString::fromStdString(failed->message)};
  return {true, QObject::tr("Written: %1, and beside it %2 and %3")
                    .arg(path, QString::fromStdString(files.header.filename().string()),
                         QString::fromStdString(files.resolver.filename().string()))};
}

WriteOutcome writeChosen(const QString& path, std::string_view bytes, const report::Report& report) {
  if (isModelOf(path.toStdString(), report)) return {false, modelStays(path)};
  const auto failed = writeFile(path.toStdString(), bytes);
  return {!failed, failed ? QString::fromStdString(failed->message) : QObject::tr("Written: %1").arg(path)};
}

} // namespace arenascope::ui
