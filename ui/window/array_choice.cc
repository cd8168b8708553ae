#include "ui/window/array_choice.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QInputDialog>

#include "core/model/load/c_array_reader.h"

namespace arenascope::ui {

QString chooseArray(QWidget* parent, const QString& path) {
  QStringList names;
  for (const std::string& name : model::modelArraysIn(path.toStdString())) names << QString::fromStdString(name);
  if (names.size() < 2) return path;
  const auto text = [](const char* words) { return QCoreApplication::translate("ArrayChoice", words); };
  bool chosen = false;
  const QString name = QInputDialog::getItem(parent, text("Several models"),
                                             text("%1 has several models. Which one?").arg(QFileInfo(path).fileName()),
                                             names, 0, false, &chosen);
  return chosen ? path + QLatin1Char(':') + name : QString();
}

} // namespace arenascope::ui
