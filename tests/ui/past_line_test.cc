// The arena's size before the present one, in the answer's column, and the commits behind it.
#include "ui/answer/past_line.h"

#include <QTableWidget>

#include <cstdlib>

#include "resources/generator/sample_models.h"
#include "tests/ui/window_support.h"
#include "ui/jobs/history_job.h"
#include "ui/panels/commits_panel.h"
#include "ui/window/sheet.h"

namespace arenascope::ui {
namespace {

TEST(PastTextTest, ADayIsNamedAsPeopleDo) {
  history::Series series;
  const auto text = [&](const std::string& authored, std::uint64_t bytes) {
    history::Point point;
    point.row.authored = authored + "T10:00:00+01:00";
    point.row.figures = {{"recommended", bytes}};
    series.points = {point};
    return pastText(series, 90'000, QDate(2026, 11, 27)).toStdString(); // a Friday
  };
  EXPECT_EQ(text("2026-11-24", 84'000), "Was 84,000 on Tuesday");
  EXPECT_EQ(text("2026-11-27", 84'000), "Was 84,000 today");
  EXPECT_EQ(text("2026-11-26", 84'000), "Was 84,000 yesterday");
  EXPECT_EQ(text("2026-11-20", 84'000), "Was 84,000 on 20 November");
  EXPECT_EQ(text("2025-11-24", 84'000), "Was 84,000 on 24 November 2025");
  EXPECT_EQ(text("2026-11-24", 90'000), "The same size on Tuesday");
}

class PastLineTest : public WindowTest {
protected:
  // In a project of two commits, of which the second made the model larger.
  void SetUp() override {
    WindowTest::SetUp();
    shell("git init -q -b main .");
    for (const std::int32_t channels : {4, 8}) {
      folder_.write("net.tflite", generator::makeKeywordSpotterOf(channels));
      shell("git add net.tflite && git -c user.name=a -c user.email=a@b commit -q -m 'With " +
            std::to_string(channels) + " channels'");
    }
  }
  void shell(const std::string& line) {
    ASSERT_EQ(std::system(("cd '" + folder_.path().string() + "' && { " + line + "; } >/dev/null").c_str()), 0) << line;
  }
  PastLine* line() { return find<PastLine>("past"); }

  test::TemporaryFolder folder_;
};

TEST_F(PastLineTest, TheSizeBeforeIsBelowTheNumberAndLeadsToTheCommits) {
  drop(qt(folder_.path() / "net.tflite"));
  EXPECT_FALSE(line()->isVisible()) << "there is no history";
  shell("'" ARENASCOPE_CLI "' history backfill --no-cache");
  drop(qt(folder_.path() / "net.tflite"));
  waitFor([&] { return line()->isVisible(); });
  EXPECT_TRUE(line()->text().startsWith(QStringLiteral("Was "))) << line()->text().toStdString();
  EXPECT_TRUE(line()->text().endsWith(QStringLiteral("today")));
  line()->click();
  auto* table = find<QTableWidget>("commitsTable");
  EXPECT_TRUE(table->isVisible());
  EXPECT_TRUE(find<CommitsPanel>()->isAncestorOf(table));
  ASSERT_EQ(table->rowCount(), 2);
  const auto cell = [&](int row, int column) { return table->item(row, column)->text(); };
  EXPECT_EQ(cell(0, 4), QStringLiteral("With 8 channels"));
  EXPECT_TRUE(line()->text().contains(cell(1, 2))) << "the size before is the second row's";
  EXPECT_TRUE(cell(0, 5).contains(QStringLiteral("buffer "))) << "and the cause is named";
  // Of a model outside of the project nothing is known.
  find<Sheet>()->hide();
  dropSample("sine");
  waitFor([&] { return !line()->isVisible(); });
}

} // namespace
} // namespace arenascope::ui
