// Models and what is made of them as files: what dialogs offer, and writing with something to say about it.
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <span>
#include <string_view>

#include "core/report/report.h"

class QWidget;

namespace arenascope::ui {

inline QString modelFilter() {
  return QObject::tr(
      "Models and firmware (*.tflite *.c *.cc *.cpp *.h *.elf *.axf *.bin *.hex *.uf2);;"
      "Models (*.tflite *.c *.cc *.cpp *.h);;Firmware images (*.elf *.axf *.bin *.hex *.uf2);;All files (*)");
}
inline QString writtenModelFilter() { return QObject::tr("Models (*.tflite)"); }

// The firmware's line of C++ for an arena of the given size in bytes.
inline QString arenaSizeLine(std::uint64_t bytes) {
  return QStringLiteral("constexpr std::size_t kTensorArenaSize = %1;").arg(bytes);
}

// A file beside the one that the report's model is in, named after it: "app_model_planned.tflite" for that in app.elf.
QString besideModel(const report::Report& report, const QString& ending);
// Where the user wants what was made of a report's model; empty: nowhere. ending: "_planned.tflite", behind its name.
QString askWhere(QWidget* parent, const QString& title, const report::Report& report, const QString& ending,
                 const QString& filter);

// Whether it is the file that the report's model is in, which nothing is written over; and what is said then.
bool isModelOf(const std::filesystem::path& path, const report::Report& report);
inline QString modelStays(const QString& path) {
  return QObject::tr("Nothing was written: %1 is the model itself").arg(path);
}

struct WriteOutcome {
  bool written = false;
  QString message; // where to, or what went wrong
};
// Not over the model that it was made from.
WriteOutcome writeChosen(const QString& path, std::string_view bytes, const report::Report& report);
// A version of a model that was made of report's: the model with its header and resolver beside it, named for it.
// Where to, after asking whether those that are there may be replaced; empty: nowhere.
QString askWhereAll(QWidget* parent, const QString& title, const report::Report& report, const QString& ending);
WriteOutcome writeWithHeaders(const QString& path, const report::Report& run, std::span<const std::uint8_t> model);

} // namespace arenascope::ui
