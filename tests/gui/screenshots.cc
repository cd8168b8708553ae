// Renders every view of the window, for looking at: screenshots FOLDER [MODEL [OTHER_MODEL]]. Several sizes, light and
// dark, without a display. With --pictures, the pictures of README and the documentation.
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <cstdio>
#include <cstring>

#include "core/base/log.h"
#include "tests/gui/photographer.h"
#include "tests/gui/pictures.h"
#include "tests/support/test_models.h"
#include "ui/panels/boards_panel.h"
#include "ui/panels/calibrate_panel.h"
#include "ui/panels/explain_panel.h"
#include "ui/versions/hand_tool.h"
#include "ui/versions/settings_tool.h"
#include "ui/versions/versions_view.h"
#include "ui/views/graph_view.h"
#include "ui/views/inference_view.h"
#include "ui/window/bar.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/help_page.h"
#include "ui/window/limits_dialog.h"
#include "ui/window/main_window.h"

namespace arenascope::ui {
namespace {

constexpr QSize kSizes[] = {{1280, 720}, {1440, 900}, {1920, 1080}, {3840, 2160}};
const char* const kViews[] = {"inference", "allocation", "graph", "versions"};
const char* const kPages[] = {"operators", "tensors",  "events",   "reuse",  "tail",    "weights",   "notes",
                              "functions", "resolver", "firmware", "boards", "explain", "calibrate", "log"};

void photographPages(MainWindow& window, const Photographer& photographer) {
  for (const char* view : kViews) {
    window.showPage(QLatin1String(view));
    waitFor([&] { return !window.findChild<VersionSearch*>()->busy(); });
    photographer.take(window, QLatin1String(view));
  }
  // A buffer moved by hand.
  window.showPage(QStringLiteral("versions"));
  auto* versions = window.findChild<VersionsView*>();
  versions->placeByHand();
  auto* plan = window.findChild<HandTool*>();
  waitFor([&] { return !plan->busy(); });
  photographer.take(window, QStringLiteral("plan"));
  if (plan->plan() != nullptr) { // none for what Vela has planned
    const auto& buffer = plan->plan()->after.buffers.front();
    emit versions->pictures()->moved(buffer.index, static_cast<std::int64_t>(buffer.offset + 16 * report::kArenaStep));
    waitFor([&] { return !plan->busy(); });
    QTest::keyClick(versions->pictures(), Qt::Key_Right);
    photographer.take(window, QStringLiteral("planByHand"));
    auto* overlap = window.findChild<QCheckBox*>(QStringLiteral("planOverlap"));
    overlap->setChecked(true);
    waitFor([&] { return !plan->busy(); });
    photographer.take(window, QStringLiteral("planOverlap"));
    overlap->setChecked(false);
    waitFor([&] { return !plan->busy(); });
  }
  // The smallest version beside the model.
  versions->closeTool();
  if (!versions->versions().empty()) {
    versions->showVersion(versions->versions().size() - 1);
    photographer.take(window, QStringLiteral("versionsLast"));
  }
  window.showPage(QStringLiteral("inference"));
  window.findChild<InferenceView*>()->select({.buffer = 1});
  window.findChild<QAction*>(QStringLiteral("noteSelection"))->trigger();
  window.findChild<QTableWidget*>(QStringLiteral("notesTable"))
      ->item(0, 1)
      ->setText(QStringLiteral("half of it is padding"));
  const auto* boards = window.findChild<BoardsPanel*>();
  const auto* whatIf = window.findChild<SettingsTool*>();
  window.findChild<QPlainTextEdit*>(QStringLiteral("explainMessage"))
      ->setPlainText(QStringLiteral("Failed to resize buffer. Requested: 55296, available 40008, missing: 15288\n"
                                    "AllocateTensors() failed"));
  window.findChild<QPushButton*>(QStringLiteral("explainButton"))->click();
  const auto* explain = window.findChild<ExplainPanel*>();
  waitFor([&] { return !explain->busy(); });
  // What a board would print whose memory waits longer for some.
  QString log;
  for (const auto& op : window.report()->operators)
    log += QStringLiteral("%1 took %2 ticks (1 ms).\n")
               .arg(QString::fromStdString(op.name))
               .arg(op.cost.cycles * (op.name == "CONV_2D" ? 13 : 10) / 10);
  window.findChild<QPlainTextEdit*>(QStringLiteral("calibrateLog"))->setPlainText(log);
  window.findChild<QPushButton*>(QStringLiteral("calibrateButton"))->click();
  const auto* calibrate = window.findChild<CalibratePanel*>();
  waitFor([&] { return !calibrate->busy(); });
  for (const char* page : kPages) {
    window.showPage(QLatin1String(page));
    waitFor([&] { return !boards->busy(); });
    photographer.take(window, QLatin1String(page));
  }
  // Everything about what makes the peak.
  window.showPage(QStringLiteral("operators"));
  auto* operators = window.page(QStringLiteral("operators"))->findChild<QTableView*>();
  operators->selectRow(std::min(2, operators->model()->rowCount() - 1));
  photographer.take(window, QStringLiteral("details"));
  window.findChild<QAction*>(QStringLiteral("clearSelection"))->trigger();
  window.showPage(QStringLiteral("functions"));
  auto* shape = window.findChild<QComboBox*>(QStringLiteral("functionShape"));
  shape->setCurrentIndex(1);
  photographer.take(window, QStringLiteral("flame"));
  shape->setCurrentIndex(0);
  // A part of the graph.
  window.showPage(QStringLiteral("graph"));
  QTest::keyClick(window.findChild<GraphView*>(), Qt::Key_F);
  photographer.take(window, QStringLiteral("graphPart"));
  QTest::keyClick(window.findChild<GraphView*>(), Qt::Key_0);
  window.showPage(QStringLiteral("inference"));
  // Other kernels, over what is.
  window.showPage(QStringLiteral("versions"));
  versions->trySettings();
  waitFor([&] { return !whatIf->busy(); });
  auto* kernels = window.findChild<QComboBox*>(QStringLiteral("whatIfKernels"));
  const int own = kernels->currentIndex();
  kernels->setCurrentIndex(kernels->findText(QStringLiteral("reference")));
  waitFor([&] { return !whatIf->busy() && !window.findChild<InferenceView*>()->moving(); });
  photographer.take(window, QStringLiteral("whatIfTried"));
  kernels->setCurrentIndex(own);
  waitFor([&] { return !whatIf->busy(); });
  // An arena that is too small.
  window.showPage(QStringLiteral("operators"));
  window.findChild<QCheckBox*>(QStringLiteral("whatIfFixed"))->setChecked(true);
  auto* size = window.findChild<QSpinBox*>(QStringLiteral("whatIfSize"));
  size->setValue(size->value() * 9 / 10 / 16 * 16);
  waitFor([&] { return !whatIf->busy(); });
  photographer.take(window, QStringLiteral("tooSmall"));
  // Kinds, to scale.
  window.showPage(QStringLiteral("inference"));
  auto* colours = window.findChild<QComboBox*>(QStringLiteral("colourBy"));
  auto* axis = window.findChild<QComboBox*>(QStringLiteral("timeAxis"));
  colours->setCurrentIndex(1);
  axis->setCurrentIndex(1);
  photographer.take(window, QStringLiteral("toScale"));
  colours->setCurrentIndex(0);
  axis->setCurrentIndex(0);
}

void photograph(const QString& folder, const QString& scheme, const QStringList& models) {
  const Photographer photographer(folder, scheme);
  for (const QSize& size : kSizes) {
    MainWindow window;
    window.resize(size);
    window.show();
    photographer.take(window, QStringLiteral("empty"));
    window.openModels(models);
    waitFor([&] { return !window.busy() && !window.findChild<VersionsView*>()->busy(); });
    auto* board = window.findChild<QComboBox*>(QStringLiteral("board"));
    board->setCurrentIndex(board->findData(QStringLiteral("nucleo-f446re")));
    waitFor([&] { return !window.busy(); });
    photographPages(window, photographer);
  }
  MainWindow window;
  HelpPage help(window.findChild<Bar*>()->menu(), &window);
  help.show();
  photographer.take(help, QStringLiteral("help"));
  LimitsDialog limits(arenascope::Limits(), &window);
  limits.setVisible(true);
  photographer.take(limits, QStringLiteral("limits"));
}

} // namespace
} // namespace arenascope::ui

int main(int argc, char** argv) {
  const bool otherText = argc > 3 && std::strcmp(argv[1], "--text") == 0;
  const bool pictures = argc > 2 && std::strcmp(argv[1], "--pictures") == 0;
  if (argc < 2) {
    std::fprintf(stderr, "usage: screenshots [--text FACTOR | --pictures] FOLDER [MODEL [OTHER_MODEL]]\n");
    return 2;
  }
  const arenascope::test::TemporaryFolder settings;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("XDG_CONFIG_HOME", (settings.path() / "config").c_str());
  qputenv("XDG_CACHE_HOME", (settings.path() / "cache").c_str());
  arenascope::log::start({.keep = true});
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("arenascope-screenshots"));
  QStringList arguments = QApplication::arguments().mid(1);
  if (otherText) {
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * arguments.at(1).toDouble());
    QApplication::setFont(font);
    arguments = arguments.mid(2);
  }
  if (pictures) arguments = arguments.mid(1);
  QStringList models = arguments.mid(1);
  if (models.isEmpty())
    for (const char* model : {"person_detector", "keyword_spotter"})
      models << QString::fromStdString(arenascope::test::sampleModel(model).string());
  for (QString& model : models) { // notes are written beside it
    const QString copy = QString::fromStdString((settings.path() / QFileInfo(model).fileName().toStdString()).string());
    QFile::copy(model, copy);
    model = copy;
  }
  const QString folder = arguments.first();
  if (!QDir().mkpath(folder)) {
    std::fprintf(stderr, "screenshots: cannot make the folder %s\n", qPrintable(folder));
    return 1;
  }
  using namespace arenascope::ui;
  startColourScheme();
  for (const auto& [scheme, name] :
       {std::pair{ColourScheme::kLight, "light"}, std::pair{ColourScheme::kDark, "dark"}}) {
    chooseScheme(scheme);
    pictures ? takePictures(folder, QLatin1String(name), models) : photograph(folder, QLatin1String(name), models);
  }
  return 0;
}
