#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>
#include <cstdio>
#include <cstdlib>

#include "core/base/log.h"
#include "emulator/runners/firmware.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/main_window.h"

namespace logging = arenascope::log;

namespace {

// Qt ends the program with a signal where there is no display; that is no fault of the program, and it says so.
void onMessage(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
  const bool grave = type == QtCriticalMsg || type == QtFatalMsg;
  logging::write(type == QtDebugMsg  ? logging::Level::kDebug
                 : type == QtInfoMsg ? logging::Level::kInfo
                 : grave             ? logging::Level::kError
                                     : logging::Level::kWarning,
                 "Qt: " + message.toStdString());
  if (type != QtFatalMsg) return;
  std::fputs("arenascope-gui: without a display (DISPLAY, WAYLAND_DISPLAY) use the command line: arenascope profile "
             "MODEL --html report.html\n",
             stderr);
  std::_Exit(EXIT_FAILURE);
}

} // namespace

int main(int argc, char** argv) {
  logging::Settings log{.onStandardError = logging::levelOfEnvironment().value_or(logging::Level::kWarning),
                        .keep = true};
  logging::start(log);
  qInstallMessageHandler(onMessage);
  QCoreApplication::setApplicationName(QStringLiteral("arenascope"));
  QCoreApplication::setOrganizationName(QStringLiteral("arenascope"));
  QCoreApplication::setApplicationVersion(QStringLiteral(ARENASCOPE_VERSION));

  QCommandLineParser parser;
  parser.setApplicationDescription(QStringLiteral("The tensor arena of a TensorFlow Lite Micro model, over time"));
  const QCommandLineOption help = parser.addHelpOption();
  const QCommandLineOption version = parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("MODEL"),
                               QStringLiteral("A .tflite file to open; several files are compared"),
                               QStringLiteral("[MODEL...]"));
  const QCommandLineOption logFile(QStringLiteral("log-file"),
                                   QStringLiteral("Append the log panel's lines, with times, to this file"),
                                   QStringLiteral("FILE"));
  parser.addOption(logFile);
  parser.parse(QStringList(argv, argv + argc));
  if (parser.isSet(help) || parser.isSet(version)) { // answered without a display
    const QCoreApplication app(argc, argv);
    parser.process(app);
  }
  QApplication app(argc, argv);
  QApplication::setApplicationDisplayName(QStringLiteral("ArenaScope"));
  parser.process(app);
  if (parser.isSet(logFile)) {
    log.file = parser.value(logFile).toStdString();
    if (const std::string problem = logging::start(log); !problem.empty()) logging::error(problem);
  }

  arenascope::ui::startColourScheme();
  arenascope::ui::MainWindow window;
  window.show();
  const QStringList models = parser.positionalArguments();
  QTimer::singleShot(0, &window, [&] { models.isEmpty() ? window.restoreSession() : window.openModels(models); });
  const int status = QApplication::exec();
  arenascope::runners::Firmware::endIdleMachines(); // they would stay zombies without another parent
  return status;
}
