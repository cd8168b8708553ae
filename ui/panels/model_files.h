// What file dialogs for models offer.
#pragma once

#include <QObject>
#include <QString>

namespace arenascope::ui {

inline QString modelFilter() {
  return QObject::tr(
      "Models (*.tflite *.c *.cc *.cpp *.h);;Firmware images (*.elf *.axf *.bin *.hex *.uf2);;All files (*)");
}

} // namespace arenascope::ui
