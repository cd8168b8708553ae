#include "ui/function_map.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/test_models.h"
#include "ui/treemap_layout.h"

namespace arenascope::ui {
namespace {

double areaOf(const QRectF& rect) { return rect.width() * rect.height(); }

TEST(TreemapLayoutTest, AreasAreInProportionAndFillTheRectangle) {
  const QRectF area(10, 20, 600, 400);
  const std::vector<double> sizes = {6, 6, 4, 3, 2, 2, 1};
  const std::vector<QRectF> rects = treemapLayout(area, sizes);
  ASSERT_EQ(rects.size(), sizes.size());
  for (std::size_t i = 0; i < rects.size(); ++i) {
    EXPECT_NEAR(areaOf(rects[i]), sizes[i] / 24 * 240000, 1e-6) << i;
    EXPECT_TRUE(area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(rects[i])) << i;
    EXPECT_LT(std::max(rects[i].width() / rects[i].height(), rects[i].height() / rects[i].width()), 3.0) << i;
    for (std::size_t k = 0; k < i; ++k) {
      const QRectF common = rects[i] & rects[k];
      EXPECT_LT(areaOf(common), 1e-6) << i << " and " << k;
    }
  }
}

TEST(TreemapLayoutTest, NothingTakesNoRoom) {
  const std::vector<QRectF> rects = treemapLayout({0, 0, 100, 100}, {5, 0, -1});
  EXPECT_NEAR(areaOf(rects[0]), 10000, 1e-6);
  EXPECT_TRUE(rects[1].isEmpty());
  EXPECT_TRUE(rects[2].isEmpty());
  EXPECT_TRUE(treemapLayout({0, 0, 100, 100}, {}).empty());
  EXPECT_TRUE(treemapLayout({}, {1}).front().isEmpty());
}

TEST(FunctionMapLayoutTest, AnOperatorsFieldHoldsItsFunctions) {
  const profile::Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const FunctionMapLayout layout(report, {0, 0, 800, 300}, 14);
  std::uint64_t operators = 0;
  std::map<int, std::uint64_t> inside;
  QRectF field;
  for (const auto& tile : layout.tiles()) {
    if (tile.function.isEmpty()) {
      operators += tile.cycles;
      field = tile.rect;
    } else {
      inside[tile.op] += tile.cycles;
      EXPECT_TRUE(field.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(tile.rect)) << tile.function.toStdString();
    }
  }
  EXPECT_EQ(operators, report.cost->total.cycles) << "nothing is left out and nothing counted twice";
  for (std::size_t i = 0; i < report.operators.size(); ++i)
    if (report.operators[i].cost.cycles > report.cost->total.cycles / 100) {
      EXPECT_EQ(inside[static_cast<int>(i)], report.operators[i].cost.cycles) << i;
    }
  EXPECT_GE(layout.tiles().front().cycles, layout.tiles().back().cycles);
}

TEST(FunctionMapLayoutTest, FindsTheInnermostField) {
  const profile::Report report = test::profileOf(test::sampleModel("autoencoder"), "cortex-m4");
  const FunctionMapLayout layout(report, {0, 0, 800, 300}, 14);
  for (const auto& tile : layout.tiles())
    if (!tile.function.isEmpty() && tile.rect.width() > 2 && tile.rect.height() > 2) {
      EXPECT_EQ(layout.at(tile.rect.center()), &tile);
    }
  EXPECT_EQ(layout.at({900, 10}), nullptr);
}

} // namespace
} // namespace arenascope::ui
