// What the window writes, and the dialog with every export.
#include <QApplication>
#include <QClipboard>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "tests/ui/window_support.h"
#include "ui/window/export_dialog.h"

namespace arenascope::ui {
namespace {

using ExportTest = WindowTest;
using ExportDialogTest = WindowTest;

TEST_F(ExportTest, WritesEveryTensorAsTheCommandLineDoes) {
  const test::TemporaryFolder folder;
  dropSample("keyword_spotter");
  QSignalSpy exported(&window_, &MainWindow::tensorsExported);
  window_.exportTensors(qt(folder.path() / "tensors"));
  waitFor([&] { return !exported.isEmpty(); });
  EXPECT_EQ(window_.message(), QString());
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "tensors"))
    files += entry.file_size() > 128 ? 1 : 0; // after the header of a .npy file there are numbers
  std::size_t written = window_.report()->inputs.size();
  for (const report::OperatorReport& op : window_.report()->operators) written += op.outputs.size();
  EXPECT_EQ(files, written);
}

TEST_F(ExportTest, ExportsEveryFormat) {
  const test::TemporaryFolder folder;
  drop(qt(test::sampleModel("autoencoder")));
  EXPECT_GE(exportKinds().size(), 15U);
  for (const ExportKind& kind : exportKinds()) {
    const std::filesystem::path path = folder.path() / (std::string("export.") + kind.suffix);
    QSignalSpy exported(&window_, &MainWindow::exported);
    EXPECT_TRUE(window_.exportTo(kind, qt(path))) << kind.name;
    if (kind.esphome) waitFor([&] { return !exported.isEmpty(); });
    // The planned buffers are four short rows.
    EXPECT_GT(std::filesystem::file_size(path), std::string(kind.suffix) == "buffers.csv" ? 80U : 100U) << kind.name;
  }
  EXPECT_EQ(QImage(qt(folder.path() / "export.png")).width(), 2800);
  EXPECT_NE(test::readText(folder.path() / "export.svg").find("<svg"), std::string::npos);
  EXPECT_NE(test::readText(folder.path() / "export.h").find("kTensorArenaSize"), std::string::npos);
}

TEST_F(ExportTest, AFailedExportSaysSo) {
  drop(qt(test::sampleModel("autoencoder")));
  EXPECT_FALSE(window_.exportTo(exportKind("json"), QStringLiteral("/dev/full")));
  EXPECT_TRUE(window_.message().contains(QStringLiteral("No space left on device")));
}

// Whatever is shown is what the file has.
TEST_F(ExportDialogTest, ShowsWhatWouldBeWritten) {
  const test::TemporaryFolder folder;
  dropSample("person_detector");
  find<QAction>("exportAny")->trigger();
  auto* dialog = find<ExportDialog>();
  ASSERT_NE(dialog, nullptr);
  auto* kinds = find<QListWidget>("exportKinds");
  ASSERT_EQ(kinds->count(), static_cast<int>(exportKinds().size()));
  QStringList asked;
  QObject::connect(dialog, &ExportDialog::wanted, dialog,
                   [&](const ExportKind& kind) { asked << QLatin1String(kind.suffix); });
  QObject::disconnect(dialog, &ExportDialog::wanted, &window_, nullptr); // which would ask for a name
  for (int i = 0; i < kinds->count(); ++i) {
    const ExportKind& kind = exportKinds()[static_cast<std::size_t>(i)];
    kinds->setCurrentRow(i);
    const QString path = qt(folder.path() / kind.suffix);
    EXPECT_TRUE(find<QPushButton>("exportSave")->isEnabled()) << kind.name;
    find<QPushButton>("exportSave")->click();
    EXPECT_EQ(asked.takeLast(), QLatin1String(kind.suffix));
    if (kind.esphome) {
      EXPECT_TRUE(find<QLabel>("exportWhy")->isVisible());
      EXPECT_FALSE(find<QPushButton>("exportCopy")->isEnabled());
      continue;
    }
    if (kind.picture == ExportKind::Picture::kPng || kind.picture == ExportKind::Picture::kSvg) {
      EXPECT_FALSE(find<QLabel>("exportImage")->pixmap().isNull()) << kind.name;
      continue;
    }
    ASSERT_TRUE(window_.exportTo(kind, path)) << kind.name;
    const QString written = QString::fromStdString(test::readText(path.toStdString()));
    EXPECT_TRUE(written.startsWith(find<QPlainTextEdit>("exportText")->toPlainText().left(40'000))) << kind.name;
    find<QPushButton>("exportCopy")->click();
    EXPECT_EQ(QApplication::clipboard()->text(), written) << kind.name;
  }
}

TEST_F(ExportDialogTest, WithoutAModelThereIsNothingToExport) { EXPECT_FALSE(find<QAction>("exportAny")->isEnabled()); }

} // namespace
} // namespace arenascope::ui
