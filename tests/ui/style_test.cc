// One table of colours for widgets and charts: readable in light and dark, complete, and applied while running.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetrics>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSettings>

#include "tests/ui/window_support.h"
#include "ui/charts/picture_export.h"
#include "ui/charts/theme.h"
#include "ui/style/icons.h"
#include "ui/style/style_sheet.h"
#include "ui/style/tabular_figures.h"
#include "ui/style/tokens.h"
#include "ui/style/type.h"
#include "ui/window/colour_scheme.h"

namespace arenascope::ui {
namespace {

// Contrast of text, and of lines and edges, by the Web Content Accessibility Guidelines.
constexpr double kReadable = 4.5;
constexpr double kReadableAlways = 7.0; // where the desktop asks for strong contrast
constexpr double kVisible = 3.0;

void expectReadable(const Tokens& tokens, double least) {
  SCOPED_TRACE(tokens.dark ? "dark" : "light");
  const auto expect = [least](const QColor& text, const QColor& ground) {
    EXPECT_GE(contrast(text, ground), least) << text.name().toStdString() << " on " << ground.name().toStdString();
  };
  for (const QColor& ground : {tokens.ground, tokens.surface, tokens.raised, tokens.sunk})
    for (const QColor& text : {tokens.ink, tokens.ink2, tokens.ink3, tokens.accent, tokens.peak, tokens.good})
      expect(text, ground);
  for (const QColor& text : {tokens.ink, tokens.ink2, tokens.accent, tokens.peak}) expect(text, tokens.accentSoft);
  expect(tokens.accentInk, tokens.accent);
  expect(tokens.peak, tokens.peakSoft);
  expect(tokens.ink, tokens.peakSoft);
  expect(tokens.good, tokens.goodSoft);
  expect(tokens.tailInk, tokens.tail);
  expect(tokens.surface, tokens.accent); // tags at the axes
  for (const Look& look : tokens.families) {
    expect(tokens.fillInk, look.fill);
    expect(tokens.fillInk2, look.fill);
  }
  EXPECT_GE(contrast(tokens.fillInk, tokens.cycles), kReadable);
}

TEST(StyleTest, TextIsReadableOnEveryGround) {
  for (const Tokens* tokens : {&lightTokens(), &darkTokens()}) expectReadable(*tokens, kReadable);
}

TEST(StyleTest, WhereStrongContrastIsAskedForLinesAreVisibleToo) {
  for (const Tokens* tokens : {&strongLightTokens(), &strongDarkTokens()}) {
    expectReadable(*tokens, kReadableAlways);
    for (const QColor& ground : {tokens->ground, tokens->surface, tokens->raised, tokens->sunk})
      for (const QColor& line : {tokens->line, tokens->hairline})
        EXPECT_GE(contrast(line, ground), kVisible)
            << line.name().toStdString() << " on " << ground.name().toStdString();
    EXPECT_GE(contrast(tokens->cycles, tokens->surface), kVisible);
    EXPECT_GE(contrast(tokens->tailLine, tokens->tail), kVisible);
    for (const Look& look : tokens->families) EXPECT_GE(contrast(look.edge, tokens->surface), kVisible);
  }
}

// Pictures for paper and pages keep their colours, whatever the desktop asks for.
TEST(StyleTest, StrongContrastIsOfTheWindowAlone) {
  setStrongContrast(true);
  EXPECT_EQ(Theme::from(paletteOf(strongLightTokens())).line, strongLightTokens().line);
  EXPECT_EQ(Theme::from(paletteOf(strongDarkTokens())).line, strongDarkTokens().line);
  EXPECT_EQ(Theme::paper().line, lightTokens().line);
  setStrongContrast(false);
  EXPECT_EQ(Theme::from(paletteOf(lightTokens())).line, lightTokens().line);
}

TEST(StyleTest, TheStyleSheetIsComplete) {
  for (const Tokens* tokens : {&lightTokens(), &darkTokens(), &strongLightTokens(), &strongDarkTokens()}) {
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

// In files, a face has the name that other programs know.
TEST(StyleTest, AnSvgNamesAFaceThatIsInstalled) {
  const QFont before = QApplication::font();
  QApplication::setFont(textFont(kBodyText));
  const auto report =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("autoencoder"), "cortex-m4"));
  const QByteArray svg = toSvg(inferencePainter(report, {}), QStringLiteral("title"), {});
  EXPECT_TRUE(svg.contains(installedFamily(QFontInfo(QFont()).family()).toUtf8() + ", Verdana"));
  EXPECT_FALSE(svg.contains("with tabular figures"));
  QApplication::setFont(before);
}

// What a style sheet makes of it, placeholders too: they were half transparent.
TEST_F(WindowTest, EveryTextIsReadable) {
  const QPalette before = QApplication::palette();
  dropSample("person_detector");
  int texts = 0;
  for (const ColourScheme scheme : {ColourScheme::kDark, ColourScheme::kLight}) {
    chooseScheme(scheme);
    const QColor sunk = tokensOf(scheme == ColourScheme::kDark).sunk;
    const QColor surface = tokensOf(scheme == ColourScheme::kDark).surface;
    const auto expect = [&](const QWidget& widget, QColor text, const QColor& ground) {
      const double opacity = text.alphaF();
      text.setAlpha(255);
      EXPECT_GE(contrast(mixed(ground, text, opacity), ground), kReadable)
          << widget.metaObject()->className() << " " << widget.objectName().toStdString() << " "
          << widget.accessibleName().toStdString() << (isDarkNow() ? " dark" : " light");
      ++texts;
    };
    for (const QWidget* widget : window_.findChildren<QWidget*>()) {
      if (!widget->isVisible() || !widget->isEnabled()) continue;
      const QString role = widget->property("role").toString();
      if (role == QStringLiteral("primary")) continue; // on the accent
      if (qobject_cast<const QLabel*>(widget) != nullptr || qobject_cast<const QAbstractButton*>(widget) != nullptr)
        expect(*widget, widget->palette().color(widget->foregroundRole()), surface);
      if (qobject_cast<const QLineEdit*>(widget) == nullptr) continue;
      expect(*widget, widget->palette().color(QPalette::Text), sunk);
      expect(*widget, widget->palette().color(QPalette::PlaceholderText), sunk);
    }
  }
  EXPECT_GT(texts, 40);
  qApp->setStyleSheet({});
  QApplication::setPalette(before);
  QSettings().clear();
}

} // namespace
} // namespace arenascope::ui
