#include "core/interpreter/kernels/broadcast.h"

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
  const runtime::IntArray* get() const { return reinterpret_cast<const runtime::IntArray*>(words_.data()); }

private:
  std::vector<std::int32_t> words_;
};

bool goTogether(const Dims& a, const Dims& b, const Dims& output) {
  const std::array<const runtime::IntArray*, 2> inputs = {a.get(), b.get()};
  return broadcastsTo(inputs, *output.get());
}

TEST(BroadcastTest, ShapesThatGoTogether) {
  Dims full({2, 3});
  Dims row({3});
  Dims column({2, 1});
  Dims other({2, 4});
  EXPECT_TRUE(goTogether(full, row, full));
  EXPECT_TRUE(goTogether(column, row, full));
  EXPECT_FALSE(goTogether(full, other, full));
  EXPECT_FALSE(goTogether(row, row, full));
}

TEST(BroadcastTest, RepeatsRowsAndColumns) {
  Dims full({2, 3});
  Dims row({3});
  Dims column({2, 1});
  std::int32_t rowData[] = {1, 2, 3};
  std::int32_t columnData[] = {10, 20};
  std::int32_t result[6] = {};
  const BroadcastPlan<2> plan = planBroadcast<2>({column.get(), row.get()}, *full.get());
  EXPECT_EQ(plan.dimensions, 2);
  auto add = [](std::int32_t x, std::int32_t y) { return x + y; };
  combineDimensions(columnData, rowData, result, plan, plan.dimensions - 1, add);
  EXPECT_EQ(std::vector<std::int32_t>(result, result + 6), (std::vector<std::int32_t>{11, 12, 13, 21, 22, 23}));
}

TEST(BroadcastTest, NeighbouringDimensionsThatRepeatAlikeAreOne) {
  Dims a({2, 3, 4});
  Dims b({1, 1, 4});
  Dims scalar({1});
  EXPECT_EQ(planBroadcast<2>({a.get(), b.get()}, *a.get()).dimensions, 2);
  const BroadcastPlan<2> all = planBroadcast<2>({a.get(), scalar.get()}, *a.get());
  EXPECT_EQ(all.dimensions, 1);
  EXPECT_EQ(all.size[0], 24);
  EXPECT_EQ(all.step[0][0], 1);
  EXPECT_EQ(all.step[1][0], 0);
}

// Scalars have one element, whether written as [] or as [1].
TEST(BroadcastTest, LeadingOnesDoNotMatter) {
  Dims none({});
  Dims one({1});
  EXPECT_TRUE(goTogether(one, none, none));
  EXPECT_EQ(planBroadcast<2>({one.get(), none.get()}, *none.get()).size[0], 1);
}

} // namespace
} // namespace arenascope::kernels
