// What the pictures say about places in them, and that they paint what they say.
#include <gtest/gtest.h>

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <set>

#include "core/report/buffer_info.h"
#include "core/report/scene/buffer_colours.h"
#include "tests/support/test_models.h"
#include "ui/charts/allocation_chart.h"
#include "ui/charts/arena_frame.h"
#include "ui/charts/hatching.h"
#include "ui/charts/inference_chart.h"
#include "ui/charts/picture_export.h"
#include "ui/tables/operator_model.h"

namespace arenascope::ui {
namespace {

ReportPointer autoencoder() {
  static const ReportPointer kReport =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("autoencoder"), "cortex-m4"));
  return kReport;
}

TEST(InferenceChartTest, FindsTheBufferAtItsOwnPlace) {
  const InferenceChart picture(autoencoder());
  for (std::size_t i = 0; i < autoencoder()->buffers.size(); ++i) {
    const report::PlannedBuffer& buffer = autoencoder()->buffers[i];
    EXPECT_EQ(picture.bufferAt(buffer.firstOp + 0.5, static_cast<double>(buffer.offset) + 1), static_cast<int>(i));
  }
  EXPECT_EQ(picture.bufferAt(0.5, static_cast<double>(autoencoder()->arena->minimum) - 1), std::nullopt);
}

TEST(InferenceChartTest, OperatorsBeginBehindTheInputs) {
  const InferenceChart picture(autoencoder());
  EXPECT_EQ(picture.operatorAt(0.5), std::nullopt);
  EXPECT_EQ(picture.operatorAt(1.5), 0);
  EXPECT_EQ(picture.operatorAt(6.99), 5);
  EXPECT_EQ(picture.operatorAt(7.5), std::nullopt);
  EXPECT_DOUBLE_EQ(picture.timeRange().last, 7.0);
}

TEST(InferenceChartTest, DescribesNameTypeBytesAndLifetime) {
  const InferenceChart picture(autoencoder());
  const report::PlannedBuffer& input = autoencoder()->buffers[0];
  const QString text = picture.describe(0.5, static_cast<double>(input.offset) + 1);
  for (const char* part : {"input", "int8 1x256", "256 bytes at offset", "operator 0"})
    EXPECT_TRUE(text.contains(QLatin1String(part))) << part << " in " << text.toStdString();
  EXPECT_TRUE(
      picture.describe(1.5, static_cast<double>(autoencoder()->arena->minimum) - 1).contains(QLatin1String("tail")));
}

TEST(InferenceChartTest, PaintsTheBufferInItsColour) {
  const InferenceChart picture(autoencoder(), {.colourBy = ColourBy::kTensor});
  const ArenaLayout layout{plotBox(800, 500), picture.timeRange(), {0, 400}};
  QImage image(800, 500, QImage::Format_RGB32);
  QPainter painter(&image);
  const Theme theme = Theme::from(QPalette(Qt::white));
  picture.paint(painter, layout, theme, {});
  painter.end();
  const report::PlannedBuffer& input = autoencoder()->buffers[0];
  // A corner of the rectangle, away from its label.
  const QPoint at(static_cast<int>(layout.xOf(input.firstOp)) + 4,
                  static_cast<int>(layout.yOf(static_cast<double>(input.offset))) - 4);
  EXPECT_EQ(image.pixel(at), theme.buffer(0).rgb());
}

TEST(AllocationPictureTest, PhasesFollowEachOther) {
  const AllocationChart picture(autoencoder());
  QStringList names;
  for (const AllocationChart::PhaseSpan& phase : picture.phases()) names << phase.name;
  EXPECT_EQ(names.join(QLatin1Char(' ')), QStringLiteral("create start init prepare finish"));
  EXPECT_DOUBLE_EQ(picture.phases().back().time.last, picture.timeRange().last);
  EXPECT_TRUE(picture.describe(0.5).contains(QStringLiteral("tail: 36 bytes (allocator objects)")));
}

TEST(OperatorModelTest, ShowsNumbersAndSortsByThem) {
  OperatorModel model;
  model.setReport(autoencoder());
  const QModelIndex cycles = model.index(0, OperatorModel::columnOf("cycles"));
  EXPECT_EQ(cycles.data(Qt::DisplayRole).toString(), groupedText(autoencoder()->operators[0].cost.cycles));
  EXPECT_EQ(cycles.data(OperatorModel::kSortRole).toDouble(),
            static_cast<double>(autoencoder()->operators[0].cost.cycles));
  EXPECT_EQ(model.index(0, OperatorModel::kName).data().toString(), QStringLiteral("FULLY_CONNECTED"));
  double share = 0;
  for (int row = 0; row < model.rowCount(); ++row)
    share += model.index(row, OperatorModel::columnOf("share")).data(OperatorModel::kSortRole).toDouble();
  EXPECT_GT(share, 95.0);
  EXPECT_LE(share, 100.0);
}

// On every colour that text stands on, in both schemes.
TEST(ThemeTest, TextIsReadableOnEveryColour) {
  EXPECT_NEAR(contrast(Qt::black, Qt::white), 21, 0.01);
  QPalette night(QColor(0x2C, 0x31, 0x36));
  night.setColor(QPalette::Base, QColor(0x1B, 0x1E, 0x21));
  night.setColor(QPalette::Text, Qt::white);
  for (const Theme& theme : {Theme::paper(), Theme::from(night)}) {
    SCOPED_TRACE(theme.dark ? "dark" : "light");
    for (int i = 0; i < 120; ++i) EXPECT_GE(contrast(theme.fillText, theme.buffer(i)), report::kReadable) << i;
    EXPECT_GE(contrast(theme.fillText, theme.cycles), report::kReadable);
    EXPECT_GE(contrast(theme.tailText, theme.tail), report::kReadable);
    EXPECT_GE(contrast(theme.text, theme.background), report::kReadable);
    EXPECT_GE(contrast(theme.weakText, theme.background), report::kReadable);
    EXPECT_GE(contrast(theme.weakText, theme.free), report::kReadable);
    EXPECT_GE(contrast(theme.peak, theme.background), report::kReadable);
  }
}

// Well-formed, with what the window says where the pointer is, and nothing beside the picture.
TEST(PictureExportTest, APagesPictureSaysWhatThePointerIsOver) {
  const auto report =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("person_detector"), "cortex-m4"));
  QXmlStreamReader xml(toSvgWithHover(report, {}, QStringLiteral("a < b")));
  QRectF box;
  QStringList texts;
  while (!xml.atEnd()) {
    xml.readNext();
    if (!xml.isStartElement()) continue;
    const auto number = [&](const char* name) { return xml.attributes().value(QLatin1String(name)).toDouble(); };
    if (xml.name() == QStringLiteral("rect")) box = {number("x"), number("y"), number("width"), number("height")};
    if (xml.name() != QStringLiteral("title") || box.isNull()) continue;
    EXPECT_TRUE(QRectF(0, 0, 1400, 800).contains(box));
    texts << xml.readElementText();
  }
  EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
  EXPECT_GT(texts.size(), static_cast<qsizetype>(report->operators.size())) << "operators, and buffers";
  const QString all = texts.join(QLatin1Char(' '));
  for (const int i : report::peakBuffers(*report))
    EXPECT_TRUE(all.contains(QString::fromStdString(report->buffers[static_cast<std::size_t>(i)].name)));
  EXPECT_FALSE(all.contains(QStringLiteral("<b>")));
}

// An SVG file read by a program that knows no patterns has them, and its text is as large as a PNG file's.
TEST(PictureExportTest, AnSvgFileShowsWhatAPngFileDoes) {
  const auto report =
      std::make_shared<const report::Report>(test::profileOf(test::sampleModel("person_detector"), "cortex-m4"));
  const auto svgOf = [&](bool patterns) {
    return toSvg(inferencePainter(report, {.colourBy = ColourBy::kKind, .patterns = patterns}), {}, {});
  };
  const auto drawn = [](const QByteArray& svg) {
    QImage image(1120, 640, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QSvgRenderer(svg).render(&painter);
    return image;
  };
  const QByteArray patterned = svgOf(true);
  EXPECT_FALSE(patterned.contains("url(#")) << "which readers do not resolve";
  EXPECT_NE(drawn(patterned), drawn(svgOf(false)));
  constexpr int kSmallest = 10; // pixels of the picture
  int texts = 0;
  QXmlStreamReader xml(patterned);
  while (!xml.atEnd()) {
    xml.readNext();
    if (!xml.isStartElement() || xml.name() != QStringLiteral("text")) continue;
    ++texts;
    EXPECT_GE(xml.attributes().value(QStringLiteral("font-size")).toInt(), kSmallest);
  }
  EXPECT_GT(texts, 20);
}

TEST(MinusTest, NumbersBelowZeroHaveTheirSign) {
  EXPECT_EQ(withMinus("-6.1 % cycles, -2 kB"), QStringLiteral("\u22126.1 % cycles, \u22122 kB"));
  EXPECT_EQ(withMinus("cortex-m4, esp-nn@1-2, 3-4"), QStringLiteral("cortex-m4, esp-nn@1-2, 3-4"));
}

// Each pattern is one of its own, stays in its box, and lets its ground be seen.
TEST(HatchingTest, PatternsDifferAndStayInTheirBox) {
  const QRectF box(20, 20, 60, 40);
  std::set<QByteArray> all;
  for (const Qt::BrushStyle pattern : {Qt::BDiagPattern, Qt::FDiagPattern, Qt::HorPattern, Qt::VerPattern,
                                       Qt::CrossPattern, Qt::DiagCrossPattern, Qt::Dense6Pattern}) {
    QBuffer file;
    file.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setViewBox(QRect(0, 0, 100, 80));
    QPainter painter(&svg);
    fillPattern(painter, box, Qt::black, pattern);
    painter.end();
    QImage image(100, 80, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter reader(&image);
    QSvgRenderer(file.data()).render(&reader);
    reader.end();
    int inked = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        if (image.pixel(x, y) == qRgb(255, 255, 255)) continue;
        ++inked;
        EXPECT_TRUE(box.adjusted(-2, -2, 2, 2).contains(x, y)) << pattern;
      }
    EXPECT_GT(inked, 40) << pattern;
    EXPECT_LT(inked, box.width() * box.height() * 0.9) << pattern;
    all.insert(file.data());
  }
  EXPECT_EQ(all.size(), 7U);
}

} // namespace
} // namespace arenascope::ui
