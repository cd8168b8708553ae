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
  const runtime::EvalTensor a{columnData, &column.get(), runtime::kInt32};
  const runtime::EvalTensor b{rowData, &row.get(), runtime::kInt32};
  runtime::EvalTensor output{result, &full.get(), runtime::kInt32};
  broadcast<std::int32_t>(a, b, output, [](std::int32_t x, std::int32_t y) { return x + y; });
  EXPECT_EQ(std::vector<std::int32_t>(result, result + 6), (std::vector<std::int32_t>{11, 12, 13, 21, 22, 23}));
}

} // namespace
} // namespace arenascope::kernels
