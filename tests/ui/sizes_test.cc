// Screens of all sizes, and large text: nothing is cut off, nothing lies on something else.
#include <QAbstractButton>
#include <QFontInfo>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTabBar>
#include <QTableView>
#include <QTextDocument>

#include "tests/ui/window_support.h"
#include "ui/charts/arena_layout.h"
#include "ui/style/type.h"
#include "ui/versions/version_search.h"
#include "ui/views/inference_view.h"
#include "ui/views/selection_card.h"
#include "ui/window/colour_scheme.h"

namespace arenascope::ui {
namespace {

// Before the window there is: its fonts are of that size from the beginning.
struct TextOfSize {
  explicit TextOfSize(int pixels) : before(QApplication::font()), palette(QApplication::palette()) {
    QFont font = before;
    if (pixels > 0) font.setPixelSize(pixels);
    QApplication::setFont(font);
    chooseScheme(ColourScheme::kLight);
  }
  ~TextOfSize() {
    qApp->setStyleSheet({});
    QApplication::setFont(before);
    QApplication::setPalette(palette);
    QSettings().clear();
  }
  QFont before;
  QPalette palette;
};

QString plainOf(const QLabel& label) {
  QTextDocument document;
  if (Qt::mightBeRichText(label.text())) document.setHtml(label.text());
  return document.isEmpty() ? label.text() : document.toPlainText();
}

class SizesTest : private TextOfSize, public WindowTest {
protected:
  explicit SizesTest(int pixels = 0) : TextOfSize(pixels) {}

  // Nothing comes any more that would move what is there.
  void settle() {
    waitFor([this] { return !window_.busy() && !find<VersionSearch>()->busy(); });
  }
  void show(int width, int height) {
    window_.resize(width, height);
    QTest::qWait(50);
    SCOPED_TRACE(testing::Message() << width << " by " << height);
    EXPECT_EQ(window_.width(), width);
    EXPECT_EQ(window_.height(), height);
    expectWhole(*find<QWidget>("answer"));
    expectWhole(*find<QWidget>("bar"));
    expectApart(*find<QWidget>("bar"));
    expectTabs();
  }
  // Every text of labels and buttons has its room.
  static void expectWhole(const QWidget& part) {
    for (const QLabel* label : part.findChildren<QLabel*>()) {
      if (!label->isVisible() || label->text().isEmpty()) continue;
      const QString text = plainOf(*label);
      const int has = label->wordWrap() ? label->height() : label->width();
      const int needs =
          label->wordWrap() ? label->heightForWidth(label->width()) : label->fontMetrics().horizontalAdvance(text);
      EXPECT_GE(has, needs) << text.toStdString();
    }
    for (const QAbstractButton* button : part.findChildren<QAbstractButton*>()) {
      const bool shortens = button->objectName() == QStringLiteral("search");
      if (button->isVisible() && !shortens) {
        EXPECT_GE(button->width(), button->minimumSizeHint().width()) << button->accessibleName().toStdString();
      }
    }
  }
  static void expectApart(const QWidget& part) {
    const QList<QWidget*> all = part.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QWidget* one : all)
      for (const QWidget* other : all) {
        const bool both =
            one < other && one->isVisible() && other->isVisible() && !one->isWindow() && !other->isWindow();
        EXPECT_FALSE(both && one->geometry().intersects(other->geometry()))
            << one->objectName().toStdString() << " " << other->objectName().toStdString();
      }
  }
  void expectTabs() {
    for (const char* name : {"views", "drawerTabs"}) {
      const auto* tabs = find<QTabBar>(name);
      EXPECT_LE(tabs->tabRect(tabs->count() - 1).right(), tabs->width()) << name;
    }
  }
  // Its columns are all there at once.
  bool layersFit() {
    return find<QWidget>("operatorTable")->findChild<QTableView*>()->horizontalScrollBar()->maximum() == 0;
  }
};

TEST_F(SizesTest, NothingIsCutOff) {
  dropSample("person_detector");
  settle();
  for (const auto& [width, height] : {std::pair(900, 720), {1280, 720}, {1440, 900}, {1920, 1080}, {3840, 2160}})
    show(width, height);
}

TEST_F(SizesTest, ATableHasItsColumnsOnASmallScreen) {
  dropSample("person_detector");
  window_.resize(1280, 720);
  QTest::qWait(50);
  EXPECT_TRUE(layersFit());
  window_.resize(1440, 900);
  QTest::qWait(50);
  EXPECT_TRUE(layersFit());
}

// Nor in the card of a selection, which has a place of its own.
TEST_F(SizesTest, ACardsButtonsHaveRoom) {
  window_.resize(1280, 720);
  dropSample("person_detector");
  find<InferenceView>()->select({.op = 2});
  QTest::qWait(50);
  const auto* card = find<InferenceView>()->findChild<SelectionCard*>();
  ASSERT_TRUE(card->isVisible());
  expectWhole(*card);
}

TEST_F(SizesTest, AScrollBarOfTheAnswerMovesNothing) {
  dropSample("person_detector");
  waitFor([this] { return find<QWidget>("adviceCard")->isVisible(); });
  auto* scroll = find<QWidget>("answer")->findChild<QScrollArea*>();
  const auto* proof = find<QLabel>("proof");
  const auto right = [&] { return proof->mapTo(&window_, QPoint(proof->width(), 0)).x(); };
  window_.resize(1440, 2000);
  QTest::qWait(50);
  ASSERT_FALSE(scroll->verticalScrollBar()->isVisible());
  const int before = right();
  window_.resize(1440, 560);
  QTest::qWait(50);
  ASSERT_TRUE(scroll->verticalScrollBar()->isVisible());
  EXPECT_EQ(right(), before);
}

class LargeTextTest : public SizesTest {
protected:
  static constexpr int kTwice = 26; // pixels
  LargeTextTest() : SizesTest(kTwice) {}
};

TEST_F(LargeTextTest, EverythingGrowsWithTheText) {
  ASSERT_NEAR(textScale(), 2.0, 0.01);
  dropSample("person_detector");
  settle();
  for (const auto& [width, height] : {std::pair(1920, 1080), {2560, 1440}, {3840, 2160}}) show(width, height);
  EXPECT_EQ(QFontInfo(find<QLabel>("arenaSize")->font()).pixelSize(), 80);
  EXPECT_EQ(QFontInfo(find<QLabel>("proof")->font()).pixelSize(), 24);
  EXPECT_EQ(find<QWidget>("answer")->width(), 672);
  EXPECT_EQ(find<QWidget>("bar")->height(), 104);
  EXPECT_GE(find<QWidget>("operatorTable")->findChild<QTableView*>()->rowHeight(0), 46);
}

} // namespace
} // namespace arenascope::ui
