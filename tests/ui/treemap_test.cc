#include "ui/charts/treemap_chart.h"

#include <gtest/gtest.h>

#include "tests/support/test_models.h"
#include "ui/charts/treemap_layout.h"
#include "ui/charts/treemaps.h"

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

TEST(TreemapsTest, AnOperatorsFieldHoldsItsFunctions) {
  const report::Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const Treemap treemap = functionTreemap(report);
  EXPECT_EQ(treemap.total(), report.cost->total.cycles) << "nothing is left out and nothing counted twice";
  for (const TreemapField& field : treemap.fields) {
    if (field.op < 0) continue;
    EXPECT_EQ(field.amount(), report.operators[static_cast<std::size_t>(field.op)].cost.cycles) << field.op;
  }
  EXPECT_GE(treemap.fields.front().amount(), treemap.fields.back().amount());
}

TEST(TreemapsTest, TailAndWeightsAreWhole) {
  const report::Report report = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");
  for (const TailOrder order : {TailOrder::kByCategory, TailOrder::kByOwner})
    EXPECT_EQ(tailTreemap(report, order).total(), report.arena->tail);
  EXPECT_EQ(weightTreemap(report).total(), report.model.weightBytes);
}

TEST(TreemapTilesTest, PartsLieInTheirFields) {
  const report::Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const Treemap treemap = functionTreemap(report);
  const TreemapTiles tiles(treemap, {0, 0, 800, 300}, 14);
  QRectF field;
  EXPECT_GT(tiles.tiles().size(), treemap.fields.size()) << "fields and their parts";
  for (const auto& tile : tiles.tiles()) {
    if (tile.part < 0) field = tile.rect;
    EXPECT_TRUE(field.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(tile.rect));
  }
}

// As wide as their cycles, in the order in which they run, functions below their operator.
TEST(TreemapTilesTest, AFlameIsInTheOrderOfExecution) {
  const report::Report report = test::profileOf(test::sampleModel("keyword_spotter"), "cortex-m4");
  const Treemap treemap = functionTreemap(report);
  const TreemapTiles tiles = TreemapTiles::flame(treemap, {0, 0, 1000, 300});
  QRectF field;
  int op = -1;
  double parts = 0.0;
  for (const auto& tile : tiles.tiles()) {
    const TreemapField& its = treemap.fields[tile.field];
    if (tile.part < 0) {
      EXPECT_GE(tile.rect.left(), field.left());
      EXPECT_TRUE(its.op < 0 || its.op > op);
      op = its.op;
      field = tile.rect;
      EXPECT_NEAR(field.width() + 1.0,
                  1000.0 * static_cast<double>(its.amount()) / static_cast<double>(treemap.total()), 1e-6);
      continue;
    }
    EXPECT_GE(tile.rect.left(), field.left() - 1e-6);
    EXPECT_LE(tile.rect.right(), field.right() + 1.0 + 1e-6);
    EXPECT_GT(tile.rect.top(), field.top());
    parts += tile.rect.width();
  }
  EXPECT_NEAR(parts, 1000.0, 1e-6);
}

TEST(TreemapTilesTest, FindsTheInnermostField) {
  const report::Report report = test::profileOf(test::sampleModel("autoencoder"), "cortex-m4");
  const Treemap treemap = functionTreemap(report);
  const TreemapTiles tiles(treemap, {0, 0, 800, 300}, 14);
  for (const auto& tile : tiles.tiles())
    if (tile.part >= 0 && tile.rect.width() > 2 && tile.rect.height() > 2) {
      EXPECT_EQ(tiles.at(tile.rect.center()), &tile);
    }
  EXPECT_EQ(tiles.at({900, 10}), nullptr);
}

} // namespace
} // namespace arenascope::ui
