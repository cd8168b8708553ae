// The dialog with every export.
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>

#include "tests/ui/window_support.h"
#include "ui/window/export_dialog.h"

namespace arenascope::ui {
namespace {

using ExportDialogTest = WindowTest;

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
