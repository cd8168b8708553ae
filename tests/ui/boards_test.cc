#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include "core/report/board_fit.h"
#include "core/report/figures.h"
#include "emulator/runners/firmware.h"
#include "service/store/boards.h"
#include "tests/support/test_models.h"
#include "tests/ui/window_support.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/theme.h"
#include "ui/panels/boards_panel.h"
#include "ui/tables/boards_model.h"
#include "ui/tables/cell_delegate.h"
#include "ui/views/board_bars.h"

namespace arenascope::ui {
namespace {

hardware::Board smallBoard() {
  hardware::Board board = *service::findBoard("blue-pill");
  board.ram = {{"SRAM", 20 * 1024}};
  board.reservedRamBytes = 4 * 1024;
  return board;
}

TEST(MemoryBarTest, PlatformFirstThenTheModelsParts) {
  const report::Report report = test::profileOf(test::sampleModel("autoencoder"), "cortex-m3");
  const std::vector<MemoryBar> bars = memoryBars(smallBoard(), report);
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_EQ(bars[0].capacity, 20U * 1024);
  EXPECT_EQ(bars[0].parts[0].bytes, 4U * 1024);
  EXPECT_EQ(bars[0].parts[1].bytes, report.arena->recommended);
  EXPECT_EQ(bars[0].used(), 4 * 1024 + report.arena->recommended);
  const auto fit = report::fitOn(smallBoard(), report);
  EXPECT_EQ(static_cast<std::int64_t>(bars[1].capacity) - static_cast<std::int64_t>(bars[1].used()), fit->flashLeft);
}

// Wherever flash is summed, it is the same sum; the platform's part is named apart from it.
TEST(MemoryBarTest, FlashIsOneFigureEverywhere) {
  const report::Report report = test::profileOf(test::sampleModel("autoencoder"), "cortex-m3");
  const hardware::Board board = smallBoard();
  const MemoryBar onBoard = memoryBars(board, report)[1];
  const MemoryBar alone = flashBar(report);
  const std::uint64_t flash = report.model.bytes + report.flash->interpreter + report.flash->needed;
  EXPECT_EQ(report::fitOn(board, report)->flashNeeded, flash);
  EXPECT_EQ(report::figureKind(report::FigureId::kFlash).read(report), flash);
  EXPECT_EQ(onBoard.ofModel(), flash);
  EXPECT_EQ(alone.ofModel(), flash);
  EXPECT_EQ(onBoard.used(), flash + board.reservedFlashBytes);
  const QString size = bytesText(static_cast<double>(flash));
  EXPECT_EQ(alone.text(), QStringLiteral("flash, model and code: %1").arg(size));
  EXPECT_TRUE(onBoard.text().startsWith(
      QStringLiteral("flash: %1 and %2 for ").arg(size, bytesText(static_cast<double>(board.reservedFlashBytes)))))
      << onBoard.text().toStdString();
}

TEST(MemoryBarTest, ABarIsAsLongAsWhatDoesNotFit) {
  const MemoryBar bar{.name = "RAM", .parts = {{"a", 10}, {"b", 30}}, .capacity = 20};
  EXPECT_EQ(bar.used(), 40U);
  EXPECT_EQ(bar.extent(), 40U);
  const MemoryBar ample{.name = "RAM", .parts = {{"a", 10}}, .capacity = 20};
  EXPECT_EQ(ample.extent(), 20U);
}

TEST(BoardBarsTest, PaintsWhatFitsAndWhatDoesNot) {
  BoardBars bars;
  bars.resize(300, 100);
  const auto painted = [&](std::vector<MemoryBar> shown) {
    bars.setBars(std::move(shown));
    return bars.grab().toImage();
  };
  const MemoryBar fits{.name = "RAM", .parts = {{"a", 10}, {"b", 5}}, .capacity = 20};
  const MemoryBar tooMuch{.name = "RAM", .parts = {{"a", 10}, {"b", 30}}, .capacity = 20};
  const QImage none = painted({});
  const QImage whatFits = painted({fits});
  const QImage whatDoesNot = painted({tooMuch});
  EXPECT_NE(whatFits, none);
  EXPECT_NE(whatDoesNot, whatFits);
  EXPECT_NE(painted({fits, fits}), whatFits) << "one bar each";
  const QRgb alarm = Theme::from(bars.palette()).peak.rgb();
  const auto has = [](const QImage& image, QRgb colour) {
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (image.pixel(x, y) == colour) return true;
    return false;
  };
  EXPECT_TRUE(has(whatDoesNot, alarm));
  EXPECT_FALSE(has(whatFits, alarm));
}

TEST(BoardsModelTest, RowsSayWhatIsLeftAndWhatIsMissing) {
  BoardsModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const hardware::Board board = smallBoard();
  report::BoardFit fit;
  fit.milliseconds = 12.345;
  fit.flashKnown = true;
  fit.ramLeft = -2048;
  fit.flashLeft = 16 * 1024;
  model.setRows({{board, fit, {}}, {board, {}, QStringLiteral("no kernel for it")}});
  const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
  EXPECT_EQ(text(0, BoardsModel::kTime), QStringLiteral("12.3"));
  EXPECT_EQ(text(0, BoardsModel::kRate), QStringLiteral("81.0"));
  EXPECT_EQ(text(0, BoardsModel::kRam), QStringLiteral("2.0 KiB missing"));
  EXPECT_EQ(text(0, BoardsModel::kFlash), QStringLiteral("16.0 KiB left"));
  EXPECT_TRUE(model.index(0, BoardsModel::kRam).data(CellDelegate::kPeakRole).toBool());
  EXPECT_FALSE(model.index(0, BoardsModel::kFlash).data(CellDelegate::kPeakRole).toBool());
  EXPECT_EQ(model.index(0, BoardsModel::kRam).data(CellDelegate::kBarRole).toDouble(), 1.0);
  EXPECT_EQ(model.index(0, BoardsModel::kFlash).data(CellDelegate::kBarRole).toDouble(), 0.75);
  EXPECT_EQ(text(1, BoardsModel::kTime), QStringLiteral("\u2013"));
  fit.arenaCapacity = 8 * 1024;
  fit.arena = 3 * 1024;
  fit.ramLeft = 9 * 1024;
  model.setRows({{board, fit, {}}, {board, {}, QStringLiteral("no kernel for it")}});
  EXPECT_EQ(text(0, BoardsModel::kRam), QStringLiteral("5.0 KiB left")) << "in the arena's region";
  EXPECT_EQ(model.index(0, BoardsModel::kRam).data(Qt::ToolTipRole).toString(),
            QStringLiteral("5.0 KiB of RAM left in the largest region (9.0 KiB in all regions)"));
  EXPECT_EQ(model.index(1, 0).data(Qt::ToolTipRole).toString(), QStringLiteral("no kernel for it"));
  EXPECT_EQ(model.index(1, 0).data(BoardsModel::kNameRole).toString(), QStringLiteral("blue-pill"));
}

// Where the image for a board's usual library is missing, its time is that of another level.
// Without a pointer too; and the folder for one's own is a click away.
TEST_F(WindowTest, ABoardIsChosenWithReturn) {
  dropSample("autoencoder");
  auto* panel = find<BoardsPanel>();
  QSignalSpy boardsSettled(panel, &BoardsPanel::settled);
  window_.showPage(QStringLiteral("boards"));
  ASSERT_TRUE(boardsSettled.wait(kTestTimeout));
  EXPECT_TRUE(find<QLabel>("boardsMessage")->text().startsWith(QStringLiteral("Fits ")));
  auto* table = panel->findChild<QTableView*>(QStringLiteral("boards"));
  table->setFocus();
  table->setCurrentIndex(table->model()->index(1, 0));
  QSignalSpy settled(&window_, &MainWindow::settled);
  QTest::keyClick(table, Qt::Key_Return);
  if (window_.busy()) settled.wait(kTestTimeout);
  ASSERT_TRUE(window_.report()->board.has_value());
  EXPECT_EQ(QString::fromStdString(window_.report()->board->name),
            table->model()->index(1, 0).data(BoardsModel::kNameRole).toString());
  EXPECT_TRUE(find<QToolButton>("addBoard")->isVisible());
}

TEST_F(WindowTest, BoardsAtAnotherLevelAreNamed) {
  const test::TemporaryFolder fewImages;
  for (const char* ending : {".elf", ".map"})
    std::filesystem::copy_file(
        std::filesystem::path(*runners::findFirmware("cortex-m4", "cmsis-nn")).replace_extension(ending),
        fewImages.path() / ("cortex-m4-cmsis-nn" + std::string(ending)));
  dropSample("autoencoder");
  qputenv("ARENASCOPE_FIRMWARE_DIR", fewImages.path().c_str());
  auto* panel = find<BoardsPanel>();
  QSignalSpy boardsSettled(panel, &BoardsPanel::settled);
  window_.showPage(QStringLiteral("boards"));
  const bool settled = boardsSettled.wait(kTestTimeout);
  qunsetenv("ARENASCOPE_FIRMWARE_DIR");
  ASSERT_TRUE(settled);
  const QString text = panel->findChild<QLabel*>(QStringLiteral("boardsMessage"))->text();
  EXPECT_TRUE(text.contains(QStringLiteral("for arduino-nano-33-ble is compiled at -Os"))) << text.toStdString();
  EXPECT_FALSE(text.contains(QStringLiteral("nucleo-f446re"))) << text.toStdString();
}

} // namespace
} // namespace arenascope::ui
