#include "ui/panels/model_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "core/base/file_writer.h"

namespace arenascope::ui {

QString askWhere(QWidget* parent, const QString& title, const profile::Report& report, const QString& ending,
                 const QString& filter) {
  const QFileInfo model(QString::fromStdString(report.model.path));
  return QFileDialog::getSaveFileName(parent, title, model.dir().filePath(model.completeBaseName() + ending), filter);
}

WriteOutcome writeChosen(const QString& path, std::string_view bytes) {
  const auto failed = writeFile(path.toStdString(), bytes);
  return {!failed, failed ? QString::fromStdString(failed->message) : QObject::tr("Written: %1").arg(path)};
}

} // namespace arenascope::ui
