#include "core/kernels/broadcast.h"

#include <gtest/gtest.h>

#include <vector>

namespace arenascope::kernels {
namespace {

// An IntArray with room for its numbers.
class Dims {
public:
  explicit Dims(std::vector<std::int32_t> sizes) : words_(std::move(sizes)) {
    words_.insert(words_.begin(), static_cast<std::int32_t>(words_.size()));
  }
  runtime::IntArray& get() { return *reinterpret_cast<runtime::IntArray*>(words_.data()); }

private:
  std::vector<std::int32_t> words_;
};

TEST(BroadcastTest, ShapesThatGoTogether) {
  Dims full({2, 3});
  Dims row({3});
  Dims column({2, 1});
  Dims other({2, 4});
  EXPECT_TRUE(broadcastsTo(full.get(), row.get(), full.get()));
  EXPECT_TRUE(broadcastsTo(column.get(), row.get(), full.get()));
  EXPECT_FALSE(broadcastsTo(full.get(), other.get(), full.get()));
  EXPECT_FALSE(broadcastsTo(row.get(), row.get(), full.get()));
}

TEST(BroadcastTest, RepeatsRowsAndColumns) {
  Dims full({2, 3});
  Dims row({3});
  Dims column({2, 1});
  std::int32_t rowData[] = {1, 2, 3};
  std::int32_t columnData[] = {10, 20};
  std::int32_t result[6] = {};
  const BroadcastPlan plan = planBroadcast(column.get(), row.get(), full.get());
  EXPECT_EQ(plan.dimensions, 2);
  auto add = [](std::int32_t x, std::int32_t y) { return x + y; };
  combineDimensions(columnData, rowData, result, plan, plan.dimensions - 1, add);
  EXPECT_EQ(std::vector<std::int32_t>(result, result + 6), (std::vector<std::int32_t>{11, 12, 13, 21, 22, 23}));
}

TEST(BroadcastTest, NeighbouringDimensionsThatRepeatAlikeAreOne) {
  Dims a({2, 3, 4});
  Dims b({1, 1, 4});
  Dims scalar({1});
  EXPECT_EQ(planBroadcast(a.get(), b.get(), a.get()).dimensions, 2);
  const BroadcastPlan all = planBroadcast(a.get(), scalar.get(), a.get());
  EXPECT_EQ(all.dimensions, 1);
  EXPECT_EQ(all.size[0], 24);
  EXPECT_EQ(all.stepA[0], 1);
  EXPECT_EQ(all.stepB[0], 0);
}

// Scalars have one element, whether written as [] or as [1].
TEST(BroadcastTest, LeadingOnesDoNotMatter) {
  Dims none({});
  Dims one({1});
  EXPECT_TRUE(broadcastsTo(one.get(), none.get(), none.get()));
  EXPECT_EQ(planBroadcast(one.get(), none.get(), none.get()).size[0], 1);
}

} // namespace
} // namespace arenascope::kernels
