#include "tests/gui/pictures.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QUrl>
#include <optional>

#include "tests/gui/photographer.h"
#include "ui/panels/boards_panel.h"
#include "ui/panels/explain_panel.h"
#include "ui/versions/settings_tool.h"
#include "ui/versions/version_search.h"
#include "ui/versions/versions_view.h"
#include "ui/views/inference_view.h"
#include "ui/window/main_window.h"

namespace arenascope::ui {

namespace {

constexpr QSize kPictureSize(1440, 900);

class Album {
public:
  Album(QString folder, QString scheme) : folder_(std::move(folder)), scheme_(std::move(scheme)) {}

  void open(const QStringList& models) {
    window_.resize(kPictureSize);
    window_.show();
    for (const QString& model : models) { // seen once, so that they are among the recent ones
      window_.openModel(model);
      settle();
    }
    MainWindow empty;
    empty.resize(kPictureSize);
    empty.show();
    waitFor([] { return true; });
    savePicture(empty, path("start"));
    window_.openModel(models.first());
    settle();
    window_.showPage(QStringLiteral("boards"));
    waitFor([this] { return !window_.findChild<BoardsPanel*>()->busy(); });
    window_.showPage(QStringLiteral("inference"));
    settle();
  }

  void takeViews() {
    take("running");
    selectRow(2);
    take("selection");
    window_.findChild<QAction*>(QStringLiteral("clearSelection"))->trigger();
    for (const auto& [page, name] : {std::pair("allocation", "setting-up"),
                                     {"tail", "tail"},
                                     {"graph", "graph"},
                                     {"functions", "time"},
                                     {"boards", "boards"}}) {
      window_.showPage(QLatin1String(page));
      take(name);
    }
    window_.showPage(QStringLiteral("inference"));
  }

  void takeDrag(const QString& model) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(model)});
    const QWidget* canvas = window_.findChild<QWidget*>(QStringLiteral("canvas"));
    const QPoint at = canvas->mapTo(&window_, QPoint(canvas->width() * 3 / 4, canvas->height() / 2));
    QDragEnterEvent over(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window_, &over);
    take("drag");
    QDragLeaveEvent leave;
    QApplication::sendEvent(&window_, &leave);
  }

  void takeVersions() {
    window_.showPage(QStringLiteral("versions"));
    auto* versions = window_.findChild<VersionsView*>();
    settle();
    std::optional<std::size_t> smallest; // they stand by descending arena
    for (std::size_t i = 0; i < versions->versions().size(); ++i)
      if (const Version& version = versions->versions()[i]; version.onLine && version.model != nullptr) smallest = i;
    if (smallest) versions->showVersion(*smallest);
    take("before-and-after");
    versions->trySettings();
    const auto* tool = window_.findChild<SettingsTool*>();
    waitFor([&] { return !tool->busy(); });
    auto* kernels = window_.findChild<QComboBox*>(QStringLiteral("whatIfKernels"));
    kernels->setCurrentIndex(kernels->findText(QStringLiteral("reference")));
    waitFor([&] { return !tool->busy(); });
    take("what-if");
    versions->closeTool();
    window_.showPage(QStringLiteral("inference"));
  }

  void takeSheets() {
    window_.showPage(QStringLiteral("explain"));
    window_.findChild<QPlainTextEdit*>(QStringLiteral("explainMessage"))
        ->setPlainText(QStringLiteral("Failed to resize buffer. Requested: 55296, available 40008, missing: 15288\n"
                                      "AllocateTensors() failed"));
    window_.findChild<QPushButton*>(QStringLiteral("explainButton"))->click();
    const auto* explain = window_.findChild<ExplainPanel*>();
    waitFor([&] { return !explain->busy(); });
    take("explain");
    window_.showPage(QStringLiteral("inference"));
    window_.findChild<QAction*>(QStringLiteral("exportAny"))->trigger();
    take("export");
  }

private:
  QString path(const char* name) const {
    return QStringLiteral("%1/%2-%3.png").arg(folder_, QLatin1String(name), scheme_);
  }
  void take(const char* name) { savePicture(window_, path(name)); }
  void settle() {
    waitFor([this] {
      return !window_.busy() && !window_.findChild<VersionsView*>()->busy() &&
             !window_.findChild<VersionSearch*>()->busy();
    });
  }
  void selectRow(int row) { window_.page(QStringLiteral("operators"))->findChild<QTableView*>()->selectRow(row); }

  QString folder_;
  QString scheme_;
  MainWindow window_;
};

} // namespace

void takePictures(const QString& folder, const QString& scheme, const QStringList& models) {
  QSettings().setValue(QStringLiteral("window/hintSeen"), true);
  Album album(folder, scheme);
  album.open(models);
  album.takeViews();
  album.takeDrag(models.last());
  album.takeVersions();
  album.takeSheets();
}

} // namespace arenascope::ui
