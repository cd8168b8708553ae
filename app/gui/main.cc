#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>

#include "ui/main_window.h"

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
  parser.addPositionalArgument(QStringLiteral("MODEL"), QStringLiteral("A .tflite file to open"),
                               QStringLiteral("[MODEL]"));
  parser.process(app);

  arenascope::ui::MainWindow window;
  window.show();
  const QStringList models = parser.positionalArguments();
  if (!models.isEmpty()) QTimer::singleShot(0, &window, [&] { window.openModel(models.first()); });
  return QApplication::exec();
}
