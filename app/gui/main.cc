#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>

#include "ui/window/colour_scheme.h"
#include "ui/window/main_window.h"

int main(int argc, char** argv) {
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
