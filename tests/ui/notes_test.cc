// Notes on buffers and operators, from the keyboard to the file and back.
#include <QPushButton>
#include <QTableWidget>

#include "tests/ui/window_support.h"
#include "ui/panels/notes_panel.h"
#include "ui/state/annotations.h"
#include "ui/views/inference_view.h"

namespace arenascope::ui {
namespace {

class NotesWindowTest : public WindowTest {
protected:
  test::TemporaryFolder folder_;
  QString model_ = qt(folder_.path() / "net.tflite");
  QString file_ = qt(folder_.path() / "net.arenascope");

  void SetUp() override {
    WindowTest::SetUp();
    QFile::copy(qt(test::sampleModel("person_detector")), model_);
  }
  QTableWidget* table() { return find<QTableWidget>("notesTable"); }
};

TEST_F(NotesWindowTest, StayWithTheModel) {
  drop(model_);
  auto* view = find<InferenceView>();
  view->select({.buffer = 1});
  find<QAction>("noteSelection")->trigger();
  EXPECT_FALSE(window_.page(QStringLiteral("notes"))->isHidden());
  ASSERT_EQ(table()->rowCount(), 1);
  table()->item(0, 1)->setText(QStringLiteral("could be <half> as large"));
  view->select({.op = 2});
  find<QAction>("noteSelection")->trigger();
  ASSERT_EQ(table()->rowCount(), 2);
  find<QAction>("noteSelection")->trigger();
  EXPECT_EQ(table()->rowCount(), 2) << "one is there already";
  EXPECT_TRUE(QFile::exists(file_));
  // In the report, as text.
  const std::filesystem::path html = folder_.path() / "report.html";
  EXPECT_TRUE(window_.exportTo(exportKind("html"), qt(html)));
  EXPECT_NE(test::readText(html).find("could be &lt;half&gt; as large"), std::string::npos);
  // For whoever opens it next.
  MainWindow other;
  QSignalSpy settled(&other, &MainWindow::settled);
  other.openModel(model_);
  if (other.busy()) settled.wait(kTestTimeout);
  const auto* read = other.findChild<QTableWidget*>(QStringLiteral("notesTable"));
  ASSERT_EQ(read->rowCount(), 2);
  EXPECT_EQ(read->item(0, 1)->text(), QStringLiteral("could be <half> as large"));
  // Another model has others.
  dropSample("sine");
  EXPECT_EQ(table()->rowCount(), 0);
  drop(model_);
  ASSERT_EQ(table()->rowCount(), 2);
  table()->setCurrentCell(1, 0);
  EXPECT_TRUE(view->isSelected({.op = 2})) << "a click finds it";
  find<QPushButton>("noteRemove")->click();
  table()->setCurrentCell(0, 0);
  EXPECT_TRUE(view->isSelected({.buffer = 1}));
  find<QPushButton>("noteRemove")->click();
  EXPECT_FALSE(QFile::exists(file_));
}

TEST_F(NotesWindowTest, AFileThatIsNoneIsLeftAsItIs) {
  folder_.write("net.arenascope", std::vector<std::uint8_t>{'?'});
  drop(model_);
  EXPECT_TRUE(window_.message().contains(QStringLiteral("is not JSON"))) << window_.message().toStdString();
  find<InferenceView>()->select({.buffer = 1});
  find<QAction>("noteSelection")->trigger();
  EXPECT_TRUE(window_.message().contains(QStringLiteral("not saved")));
  EXPECT_EQ(test::readText(folder_.path() / "net.arenascope"), "?");
}

} // namespace
} // namespace arenascope::ui
