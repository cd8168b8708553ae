// Any bytes as the file of the window's settings: the window opens with what makes sense of them.
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "tests/fuzz/fuzz_target.h"
#include "ui/jobs/run_settings.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/main_window.h"

// Fontconfig keeps its configuration until the process ends.
extern "C" const char* __lsan_default_suppressions();                        // NOLINT(bugprone-reserved-identifier)
const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; } // NOLINT(bugprone-reserved-identifier)

namespace {

// Once for all inputs: the application, and a separate folder for settings.
struct Environment {
  Environment() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("XDG_CACHE_HOME", folder.path().toUtf8());
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
    QApplication::setApplicationName(QStringLiteral("arenascope"));
    QApplication::setOrganizationName(QStringLiteral("arenascope"));
    static int argc = 1;
    static char name[] = "settings";
    static char* argv[] = {name, nullptr};
    static const auto* app = new QApplication(argc, argv); // lives until the process ends, as Qt wants it
    (void)app;
  }
  QTemporaryDir folder;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Environment environment;
  const QString path = QSettings().fileName();
  QDir().mkpath(QFileInfo(path).absolutePath());
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) return 0;
  file.write(reinterpret_cast<const char*>(data), static_cast<qint64>(size));
  file.close();
  (void)arenascope::ui::chosenLimits();
  (void)arenascope::ui::chosenScheme();
  arenascope::ui::MainWindow window;
  window.restoreSession();
  window.show();
  QApplication::processEvents();
  window.close();
  return 0;
}
