// What the window shows, copies and writes is of the model that it names, whatever was open before.
#include <QAbstractButton>
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <map>

#include "core/model/builder/operator_model.h"
#include "service/store/result_cache.h"
#include "tests/support/firmware_builder.h"
#include "tests/ui/window_support.h"
#include "ui/answer/answer_column.h"
#include "ui/panels/boards_panel.h"
#include "ui/tables/report_table.h"
#include "ui/versions/other_runs.h"
#include "ui/versions/version_search.h"
#include "ui/versions/versions_view.h"

namespace arenascope::ui {
namespace {

const char* const kBroken = "not a model, but long enough to be looked at";

std::string bytesOf(const char* sample) { return test::readText(test::sampleModel(sample)); }

class ShownModelTest : public WindowTest {
protected:
  std::filesystem::path modelFile(const std::string& bytes) { return folder_.write("model.tflite", bytes); }
  void reload() {
    QSignalSpy settled(&window_, &MainWindow::settled);
    QTest::keyClick(&window_, Qt::Key_F5);
    if (window_.busy()) settled.wait(kTestTimeout);
  }
  // No number, no row, nothing to copy and nothing to write.
  void expectNothingShown(const char* when) {
    SCOPED_TRACE(when);
    EXPECT_EQ(window_.report(), nullptr);
    EXPECT_EQ(find<QLabel>("arenaSize")->text(), QStringLiteral("\u2013"));
    EXPECT_FALSE(find<QPushButton>("copySize")->isEnabled());
    EXPECT_FALSE(find<QPushButton>("copyResolver")->isEnabled());
    EXPECT_EQ(find<AnswerColumn>()->sizeLine(), QString());
    EXPECT_FALSE(find<QAction>("exportAny")->isEnabled());
    for (const ReportTable* table : window_.findChildren<ReportTable*>())
      EXPECT_EQ(table->view()->model()->rowCount(), 0) << table->objectName().toStdString();
    for (const ExportKind& kind : exportKinds()) {
      EXPECT_FALSE(window_.exportTo(kind, qt(folder_.path() / "stale"))) << kind.name;
      EXPECT_FALSE(std::filesystem::exists(folder_.path() / "stale")) << kind.name;
    }
    window_.exportTensors(qt(folder_.path() / "tensors"));
    EXPECT_FALSE(find<QAction>("cancel")->isEnabled() && !window_.busy());
    for (const Command& command : window_.commands()) EXPECT_FALSE(command.title.startsWith(QStringLiteral("Figure:")));
  }

  const test::TemporaryFolder folder_;
};

TEST_F(ShownModelTest, NothingOfOneModelStaysWhileAnotherLoads) {
  dropSample("autoencoder");
  window_.openModel(qt(test::sampleModel("image_classifier")));
  ASSERT_TRUE(window_.busy());
  EXPECT_TRUE(window_.windowTitle().contains(QStringLiteral("image_classifier")));
  expectNothingShown("another model loads");
  waitFor([&] { return !window_.busy(); });
  EXPECT_TRUE(find<QPushButton>("copySize")->isEnabled());
}

TEST_F(ShownModelTest, TheNumberIsNotCopiedWhileItIsWorkedOutAnew) {
  dropSample("autoencoder");
  find<QComboBox>("kernels")->setCurrentIndex(1);
  ASSERT_TRUE(window_.busy());
  EXPECT_FALSE(find<QPushButton>("copySize")->isEnabled());
  EXPECT_FALSE(window_.exportTo(exportKind("json"), qt(folder_.path() / "stale.json")));
  find<QAction>("cancel")->trigger();
  EXPECT_TRUE(find<QPushButton>("copySize")->isEnabled()) << "it is what the toolbar says again";
  EXPECT_EQ(find<QComboBox>("kernels")->currentText().toStdString(), window_.report()->kernels);
}

TEST_F(ShownModelTest, AFileThatBreaksHasNoNumber) {
  drop(qt(modelFile(bytesOf("sine"))));
  modelFile(kBroken);
  reload();
  EXPECT_TRUE(window_.message().contains(QStringLiteral("not a TensorFlow Lite model")))
      << window_.message().toStdString();
  EXPECT_TRUE(window_.windowTitle().contains(QStringLiteral("model.tflite")));
  expectNothingShown("the file is broken");
}

// Somebody else's program replaces it, in its own time.
TEST_F(ShownModelTest, AFileThatGoesHasNoNumberUntilItIsBack) {
  drop(qt(modelFile(bytesOf("sine"))));
  const std::string before = window_.report()->model.sha256;
  std::filesystem::remove(folder_.path() / "model.tflite");
  waitFor([&] { return window_.report() == nullptr && !window_.busy(); });
  EXPECT_TRUE(window_.message().contains(QStringLiteral("no such file"))) << window_.message().toStdString();
  expectNothingShown("the file is gone");
  modelFile(bytesOf("countdown"));
  waitFor([&] { return window_.report() != nullptr && !window_.busy(); });
  EXPECT_NE(window_.report()->model.sha256, before);
  EXPECT_EQ(window_.message(), QString());
}

// Nobody waits for what will not come.
TEST_F(ShownModelTest, AfterCancellingNothingIsSaidToRun) {
  if (const auto cache = service::userCache()) cache->clear();
  window_.openModel(qt(test::sampleModel("image_classifier")));
  waitFor([this] { return window_.report() != nullptr; });
  ASSERT_TRUE(window_.busy());
  auto* boards = find<QLabel>("boardsMessage");
  EXPECT_TRUE(boards->text().contains(QStringLiteral("is running")));
  window_.showPage(QStringLiteral("functions"));
  const QImage running = window_.page(QStringLiteral("functions"))->grab().toImage();
  find<QAction>("cancel")->trigger();
  EXPECT_TRUE(boards->text().startsWith(QStringLiteral("Cancelled"))) << boards->text().toStdString();
  EXPECT_NE(window_.page(QStringLiteral("functions"))->grab().toImage(), running);
  for (const QLabel* label : window_.findChildren<QLabel*>())
    EXPECT_FALSE(label->text().contains(QStringLiteral("running..."))) << label->text().toStdString();
}

TEST_F(ShownModelTest, ABrokenFileLeavesTheModelBeforeAsItWas) {
  dropSample("autoencoder");
  const ReportPointer before = window_.report();
  drop(qt(modelFile(kBroken)));
  EXPECT_EQ(window_.report(), before);
  EXPECT_TRUE(window_.windowTitle().contains(QStringLiteral("autoencoder")));
  QTest::mouseClick(find<QPushButton>("copySize"), Qt::LeftButton);
  EXPECT_TRUE(QApplication::clipboard()->text().contains(QString::number(before->arena->recommended)));
}

// Stride 2 over an even side: esp-nn up to 1.3.2 writes the whole input, and asks for three rows.
std::vector<std::uint8_t> depthwiseModel() {
  using namespace builder;
  Values weights = int8(std::vector<double>(9 * 32, 1), 1.0F, 0, {1, 3, 3, 32});
  return modelOf("depthwise", schema::BuiltinOperator_DEPTHWISE_CONV_2D,
                 {int8({}, 1.0F, 0, {1, 48, 48, 32}), constant(weights), constant(int32(std::vector<double>(32, 0)))},
                 {int8({}, 1.0F, 0, {1, 24, 24, 32})},
                 with(schema::BuiltinOptions_DepthwiseConv2DOptions, [](Builder& b) {
                   return schema::CreateDepthwiseConv2DOptions(b, schema::Padding_SAME, 2, 2, 1);
                 }));
}

TEST_F(ShownModelTest, AKnownOverrunIsNamedAboveTheNumber) {
  const auto model = folder_.write("depthwise.tflite", depthwiseModel());
  AnswerColumn column;
  const auto show = [&](const char* kernels) {
    column.setReport(std::make_shared<const report::Report>(test::profileOf(model, "esp32s3", kernels)));
    return column.findChild<QLabel*>(QStringLiteral("hazards"));
  };
  const QLabel* hazards = show("esp-nn@1.2.3");
  EXPECT_FALSE(hazards->isHidden());
  EXPECT_TRUE(
      hazards->text().startsWith(QStringLiteral("Hazard: operator 0 (DEPTHWISE_CONV_2D) writes 75,200 bytes beyond")))
      << hazards->text().toStdString();
  hazards = show("esp-nn@1.4.0");
  EXPECT_TRUE(hazards->isHidden());
  EXPECT_EQ(hazards->text(), QString());
}

TEST_F(ShownModelTest, TensorsAreThoseOfTheModelThatWasOnScreen) {
  dropSample("keyword_spotter");
  std::set<std::string> names;
  QSignalSpy exported(&window_, &MainWindow::tensorsExported);
  window_.exportTensors(qt(folder_.path() / "first"));
  waitFor([&] { return !exported.isEmpty(); });
  exported.clear();
  window_.exportTensors(qt(folder_.path() / "second"));
  window_.openModel(qt(test::sampleModel("sine")));
  waitFor([&] { return !exported.isEmpty() && !window_.busy(); });
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "first")) {
    const std::filesystem::path same = folder_.path() / "second" / entry.path().filename();
    ASSERT_TRUE(std::filesystem::exists(same)) << same;
    EXPECT_EQ(test::readText(entry.path()), test::readText(same)) << same;
  }
  const auto count = [&](const char* name) {
    return std::distance(std::filesystem::directory_iterator(folder_.path() / name), {});
  };
  EXPECT_EQ(count("first"), count("second"));
}

// Everything that can be read in a window, page by page, and every file that it writes.
using Snapshot = std::map<std::string, std::string>;

class FreshWindowTest : public ShownModelTest {
protected:
  void SetUp() override {
    ShownModelTest::SetUp();
    b_ = folder_.write("b.tflite", bytesOf("sine"));
  }

  static void waitUntil(MainWindow& window) {
    const auto quiet = [&window](auto* panel) { return !window.findChild<decltype(panel)>()->busy(); };
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
          return !window.busy() && quiet(static_cast<VersionSearch*>(nullptr)) &&
                 quiet(static_cast<BoardsPanel*>(nullptr)) && quiet(static_cast<VersionsView*>(nullptr));
        },
        kTestTimeout));
  }

  static std::string textOf(const QWidget* page) {
    std::string text;
    const auto add = [&](const QWidget* widget, const QString& said) {
      if (!widget->isVisibleTo(page)) return;
      text += widget->objectName().toStdString() + (widget->isEnabled() ? ": " : " (disabled): ") + said.toStdString() +
              "\n";
    };
    for (const QLabel* label : page->findChildren<QLabel*>()) add(label, label->text());
    for (const QPlainTextEdit* edit : page->findChildren<QPlainTextEdit*>()) add(edit, edit->toPlainText());
    for (const QTextBrowser* browser : page->findChildren<QTextBrowser*>()) add(browser, browser->toPlainText());
    for (const QComboBox* box : page->findChildren<QComboBox*>()) add(box, box->currentText());
    for (const QAbstractButton* button : page->findChildren<QAbstractButton*>()) add(button, button->text());
    for (const QAbstractItemView* view : page->findChildren<QAbstractItemView*>()) {
      const QAbstractItemModel* model = view->isVisibleTo(page) ? view->model() : nullptr;
      for (int row = 0; model != nullptr && row < model->rowCount(); ++row) {
        for (int column = 0; column < model->columnCount(); ++column)
          text += model->index(row, column).data().toString().toStdString() + "; ";
        text += "\n";
      }
    }
    return text;
  }

  Snapshot snapshotOf(MainWindow& window) {
    Snapshot seen;
    std::map<QString, const QWidget*> pages;
    for (const QString& name : window.pageNames()) pages[name] = window.page(name);
    for (const auto& [name, page] : pages) window.showPage(name), waitUntil(window);
    for (const auto& [name, page] : pages) {
      window.showPage(name);
      waitUntil(window);
      if (name != QStringLiteral("log")) seen[name.toStdString()] = textOf(page); // which is of the program
      const std::filesystem::path file = folder_.path() / "picture.svg";
      if (window.pageInFront() == name && window.exportTo(exportKind("svg"), qt(file)))
        seen["picture of " + name.toStdString()] = test::readText(file);
    }
    for (const ExportKind& kind : exportKinds()) {
      if (kind.esphome || kind.picture == ExportKind::Picture::kPng || kind.picture == ExportKind::Picture::kSvg)
        continue;
      const std::filesystem::path file = folder_.path() / "written";
      EXPECT_TRUE(window.exportTo(kind, qt(file))) << kind.name;
      seen[std::string("file: ") + kind.name] = test::readText(file);
    }
    seen["title"] = window.windowTitle().toStdString();
    seen["message"] = window.message().toStdString();
    for (const char* box : {"target", "kernels", "board"})
      seen[box] = window.findChild<QComboBox*>(QLatin1String(box))->currentText().toStdString();
    return seen;
  }

  void expectAsFresh(const char* how) {
    SCOPED_TRACE(how);
    waitUntil(window_);
    MainWindow fresh;
    fresh.resize(window_.size());
    fresh.show();
    fresh.openModel(qt(b_));
    waitUntil(fresh);
    ASSERT_NE(window_.report(), nullptr) << window_.message().toStdString();
    const Snapshot expected = snapshotOf(fresh);
    const Snapshot seen = snapshotOf(window_);
    for (const auto& [what, text] : expected) {
      const auto found = seen.find(what);
      ASSERT_NE(found, seen.end()) << what;
      EXPECT_EQ(found->second, text) << what;
    }
    EXPECT_EQ(seen.size(), expected.size());
  }
  // With every page that runs something of it looked at.
  void lookAtAll() {
    for (const char* page : {"boards", "versions", "graph", "functions", "reuse"}) {
      window_.showPage(QLatin1String(page));
      waitUntil(window_);
    }
    window_.showPage(QStringLiteral("versions"));
    auto* versions = window_.findChild<VersionsView*>();
    if (const auto kernels = versions->others().choices(); !kernels.empty()) versions->others().add(kernels.front());
    waitUntil(window_);
    versions->placeByHand();
    waitUntil(window_);
    versions->trySettings();
    waitUntil(window_);
  }

  std::filesystem::path b_;
};

TEST_F(FreshWindowTest, AfterAnotherModel) {
  dropSample("keyword_spotter");
  lookAtAll();
  drop(qt(b_));
  expectAsFresh("keyword_spotter, then b");
}

TEST_F(FreshWindowTest, AfterABrokenFile) {
  drop(qt(b_));
  lookAtAll();
  drop(qt(modelFile(kBroken)));
  EXPECT_FALSE(window_.message().isEmpty());
  reload(); // which takes the message away
  expectAsFresh("b, then a broken file");
}

TEST_F(FreshWindowTest, AfterItWasBrokenItself) {
  drop(qt(b_));
  lookAtAll();
  folder_.write("b.tflite", std::string(kBroken));
  waitFor([&] { return window_.report() == nullptr && !window_.busy(); });
  folder_.write("b.tflite", bytesOf("sine"));
  waitFor([&] { return window_.report() != nullptr && !window_.busy(); });
  expectAsFresh("b, broken and mended");
}

TEST_F(FreshWindowTest, AfterItWasDeleted) {
  dropSample("keyword_spotter");
  std::filesystem::remove(b_);
  drop(qt(b_));
  EXPECT_TRUE(window_.message().contains(QStringLiteral("no such file")));
  b_ = folder_.write("b.tflite", bytesOf("sine"));
  drop(qt(b_));
  expectAsFresh("b, deleted and made anew");
}

TEST_F(FreshWindowTest, AfterAnImage) {
  test::FirmwareBuilder builder;
  drop(qt(builder.image({.name = "app"})));
  ASSERT_NE(window_.report(), nullptr) << window_.message().toStdString();
  lookAtAll();
  drop(qt(b_));
  expectAsFresh("an image, then b");
}

TEST_F(FreshWindowTest, AfterABoard) {
  dropSample("keyword_spotter");
  auto* board = find<QComboBox>("board");
  QSignalSpy settled(&window_, &MainWindow::settled);
  board->setCurrentIndex(board->findData(QStringLiteral("nucleo-f446re")));
  ASSERT_TRUE(settled.wait(kTestTimeout));
  lookAtAll();
  board->setCurrentIndex(0);
  drop(qt(b_));
  expectAsFresh("a board, chosen and left");
}

} // namespace
} // namespace arenascope::ui
