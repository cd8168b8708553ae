#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>
#include <cstdio>
#include <cstdlib>

#include "ui/window/colour_scheme.h"
#include "ui/window/main_window.h"

namespace {

// Qt ends the program with a signal where there is no display; that is no fault of the program, and it says so.
void onMessage(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
  std::fprintf(stderr, "arenascope-gui: %s\n", qPrintable(message));
  if (type != QtFatalMsg) return;
  std::fputs("arenascope-gui: without a display (DISPLAY, WAYLAND_DISPLAY) use the command line: arenascope profile "
             "MODEL --html report.html\n",
             stderr);
  std::_Exit(EXIT_FAILURE);
}

} // namespace

int main(int argc, char** argv) {
  qInstallMessageHandler(onMessage);
  QApplication app(argc, argv);
  QApplication::setApplicationName(QStringLiteral("arenascope"));
  QApplication::setApplicationDisplayName(QStringLiteral("ArenaScope"));
  QApplication::setOrganizationName(QStringLiteral("arenascope"));
  QApplication::setApplicationVersion(QStringLiteral(ARENASCOPE_VERSION));

  QCommandLineParser parser;
  parser.setApplicationDescription(QStringLiteral("The tensor arena of a TensorFlow Lite Micro model, over time"));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("MODEL"), QStringLiteral("A .tflite file to open; several are compared"),
                               QStringLiteral("[MODEL...]"));
  parser.process(app);

  arenascope::ui::startColourScheme();
  arenascope::ui::MainWindow window;
  window.show();
  const QStringList models = parser.positionalArguments();
  QTimer::singleShot(0, &window, [&] { models.isEmpty() ? window.restoreSession() : window.openModels(models); });
  return QApplication::exec();
}
