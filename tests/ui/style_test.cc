// One table of colours for widgets and charts: readable in light and dark, complete, and applied while running.
#include <gtest/gtest.h>

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QSettings>

#include "tests/ui/window_support.h"
#include "ui/charts/theme.h"
#include "ui/style/icons.h"
#include "ui/style/style_sheet.h"
#include "ui/style/tabular_figures.h"
#include "ui/style/tokens.h"
#include "ui/style/type.h"
#include "ui/window/colour_scheme.h"

namespace arenascope::ui {
namespace {

constexpr double kReadable = 4.5; // contrast of text, by the Web Content Accessibility Guidelines

TEST(StyleTest, TextIsReadableOnEveryGround) {
  for (const Tokens* tokens : {&lightTokens(), &darkTokens()}) {
    SCOPED_TRACE(tokens->dark ? "dark" : "light");
    for (const QColor& ground : {tokens->ground, tokens->surface, tokens->raised, tokens->sunk})
      for (const QColor& text : {tokens->ink, tokens->ink2, tokens->ink3, tokens->accent, tokens->peak, tokens->good})
        EXPECT_GE(contrast(text, ground), kReadable)
            << text.name().toStdString() << " on " << ground.name().toStdString();
    EXPECT_GE(contrast(tokens->accentInk, tokens->accent), kReadable);
    EXPECT_GE(contrast(tokens->tailInk, tokens->tail), kReadable);
    for (const Look& look : tokens->families) EXPECT_GE(contrast(tokens->fillInk, look.fill), kReadable);
  }
}

TEST(StyleTest, TheStyleSheetIsComplete) {
  for (const Tokens* tokens : {&lightTokens(), &darkTokens()}) {
    const QString sheet = styleSheetOf(*tokens);
    EXPECT_FALSE(sheet.contains(QLatin1Char('@')));
    EXPECT_FALSE(sheet.contains(QStringLiteral("dp")));
    EXPECT_TRUE(sheet.contains(tokens->surface.name()));
    EXPECT_EQ(paletteOf(*tokens).color(QPalette::Link), tokens->accent);
  }
}

TEST(StyleTest, EveryIconIsDrawnInTheColourOfTheText) {
  for (int i = 0; i < kGlyphs; ++i) {
    const QImage image = icon(static_cast<Glyph>(i), QPalette::Text).pixmap(32, 32).toImage();
    int drawn = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (image.pixelColor(x, y).alpha() == 255) {
          ++drawn;
          EXPECT_EQ(image.pixelColor(x, y).name(), QApplication::palette().color(QPalette::Text).name()) << i;
        }
    EXPECT_GT(drawn, 10) << i;
  }
  EXPECT_FALSE(markIcon().pixmap(22, 22).isNull());
}

TEST(StyleTest, FiguresOfTextGrowTogether) {
  EXPECT_GE(textScale(), 1.0);
  EXPECT_EQ(textFont(kNumberText).pixelSize(), scaled(40));
  EXPECT_EQ(codeFont(kSmallText).pixelSize(), scaled(12));
}

// Numbers below each other line up digit by digit, in every size and weight that the window has.
TEST(StyleTest, FiguresAreEquallyWide) {
  for (const TextSize size : {kNumberText, kHeadingText, kTitleText, kBodyText, kSmallText, kAxisText})
    for (const QFont::Weight weight : {QFont::Normal, QFont::Medium, QFont::DemiBold}) {
      const QFont font = textFont(size, weight);
      EXPECT_TRUE(hasTabularFigures(font)) << QFontInfo(font).family().toStdString() << " " << size << " " << weight;
      EXPECT_EQ(QFontMetrics(font).horizontalAdvance(QStringLiteral("111,111")),
                QFontMetrics(font).horizontalAdvance(QStringLiteral("808,808")));
    }
  EXPECT_TRUE(hasTabularFigures(codeFont(kSmallText)));
}

// Inter has them behind a feature: the copy in memory shows them, its letters and weights are as they were.
TEST(StyleTest, AFaceWithTabularFiguresBehindAFeatureShowsThem) {
  const QString family = QStringLiteral("Inter");
  if (!QFontDatabase::hasFamily(family)) GTEST_SKIP() << "fonts-inter is not installed";
  const QString tabular = tabularFamily(family);
  ASSERT_FALSE(tabular.isEmpty());
  EXPECT_EQ(tabularFamily(family), tabular) << "registered once";
  for (const QFont::Weight weight : {QFont::Normal, QFont::Medium, QFont::DemiBold, QFont::Bold}) {
    QFont before(family);
    QFont after(tabular);
    for (QFont* font : {&before, &after}) {
      font->setWeight(weight);
      font->setPixelSize(40);
    }
    EXPECT_EQ(QFontInfo(after).family(), tabular);
    EXPECT_EQ(QFontMetrics(before).horizontalAdvance(QStringLiteral("Running kernels")),
              QFontMetrics(after).horizontalAdvance(QStringLiteral("Running kernels")))
        << weight;
  }
  EXPECT_TRUE(tabularFamily(QStringLiteral("A family that nobody has")).isEmpty());
}

// Links kept the colours of the scheme that the program began with.
TEST_F(WindowTest, ColoursAreAppliedWhileTheProgramRuns) {
  const QPalette before = QApplication::palette();
  dropSample("person_detector");
  QLabel link(QStringLiteral("<a href=\"#\">a link</a>"));
  const auto has = [&link](const QColor& colour) {
    const QImage image = link.grab().toImage();
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (image.pixelColor(x, y).rgb() == colour.rgb()) return true;
    return false;
  };
  for (const auto& [scheme, tokens] :
       {std::pair{ColourScheme::kDark, &darkTokens()}, std::pair{ColourScheme::kLight, &lightTokens()}}) {
    chooseScheme(scheme);
    EXPECT_EQ(isDarkNow(), tokens->dark);
    EXPECT_EQ(window_.palette().color(QPalette::Link), tokens->accent);
    EXPECT_TRUE(has(tokens->accent)) << "its line";
    EXPECT_EQ(Theme::from(find<QWidget>("inference")->palette()).tail, tokens->tail);
    EXPECT_TRUE(find<QLabel>("reason")->text().contains(tokens->peak.name())) << "what was written before";
  }
  qApp->setStyleSheet({});
  QApplication::setPalette(before);
  QSettings().clear();
}

} // namespace
} // namespace arenascope::ui
