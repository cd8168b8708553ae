// Models and what is made of them as files: what dialogs offer, and writing with something to say about it.
#pragma once

#include <QObject>
#include <QString>
#include <span>
#include <string_view>

#include "core/analysis/report.h"

class QWidget;

namespace arenascope::ui {

inline QString modelFilter() {
  return QObject::tr(
      "Models (*.tflite *.c *.cc *.cpp *.h);;Firmware images (*.elf *.axf *.bin *.hex *.uf2);;All files (*)");
}
inline QString writtenModelFilter() { return QObject::tr("Models (*.tflite)"); }

// The line of C++ that firmware has for an arena of so many bytes.
inline QString arenaSizeLine(std::uint64_t bytes) {
  return QStringLiteral("constexpr std::size_t kTensorArenaSize = %1;").arg(bytes);
}

// Where the user wants what was made of a report's model; empty: nowhere. ending: "_planned.tflite", behind its name.
QString askWhere(QWidget* parent, const QString& title, const profile::Report& report, const QString& ending,
                 const QString& filter);

struct WriteOutcome {
  bool written = false;
  QString message; // where to, or what went wrong
};
WriteOutcome writeChosen(const QString& path, std::string_view bytes);
inline std::string_view asText(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace arenascope::ui
