// The search for an order against all orders of small graphs, and graphs whose best order is known.
#include "core/planner/order_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <thread>

#include "core/planner/symmetry.h"

namespace arenascope::planner {
namespace {

bool isAllowed(const OrderTask& task, const std::vector<std::int32_t>& order) {
  std::vector<bool> ran(task.operators.size(), false);
  if (order.size() != ran.size()) return false;
  for (const std::int32_t op : order) {
    if (ran[static_cast<std::size_t>(op)]) return false;
    for (const std::int32_t before : task.operators[static_cast<std::size_t>(op)].after)
      if (!ran[static_cast<std::size_t>(before)]) return false;
    ran[static_cast<std::size_t>(op)] = true;
  }
  return true;
}

std::int64_t bruteForce(const OrderTask& task) {
  std::vector<std::int32_t> order(task.operators.size());
  std::iota(order.begin(), order.end(), 0);
  std::int64_t best = peakOf(task, order);
  while (std::next_permutation(order.begin(), order.end()))
    if (isAllowed(task, order)) best = std::min(best, peakOf(task, order));
  return best;
}

// Each operator writes a tensor and reads some of those before; tensor 0 is the input. With few different sizes there
// are branches that are alike.
OrderTask randomTask(std::mt19937& random, int operators, int reach, int sizes = 30) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  OrderTask task;
  task.tensors.push_back({16 * (1 + below(20)), true, below(4) == 0});
  if (below(3) == 0) task.tensors.front().bytes = 0;
  for (int op = 0; op < operators; ++op) {
    task.tensors.push_back({16 * below(sizes), false, below(6) == 0});
    OrderTask::Operator& made = task.operators.emplace_back();
    made.ownBytes = below(4) == 0 ? 16 * below(sizes) : 0;
    made.tensors.push_back(op + 1);
    for (int reads = 1 + below(3); reads > 0; --reads) {
      const int tensor = std::max(0, op - below(reach));
      if (std::find(made.tensors.begin(), made.tensors.end(), tensor) != made.tensors.end()) continue;
      made.tensors.push_back(tensor);
      if (tensor > 0) made.after.push_back(tensor - 1);
    }
  }
  return task;
}

Order orderOf(const OrderTask& task) {
  Effort effort;
  return findOrder(task, effort);
}

TEST(OrderSearchTest, FindsTheBestOfAllOrders) {
  std::mt19937 random(1);
  int better = 0;
  for (int i = 0; i < 600; ++i) {
    const OrderTask task = randomTask(random, 2 + i % 6, 1 + i % 7, i % 2 == 0 ? 30 : 3);
    const Order order = orderOf(task);
    ASSERT_TRUE(isAllowed(task, order.operators)) << i;
    const std::int64_t best = bruteForce(task);
    EXPECT_EQ(order.peak, best) << i;
    EXPECT_EQ(order.lowerBound, best) << i;
    EXPECT_EQ(peakOf(task, order.operators), order.peak) << i;
    std::vector<std::int32_t> original(task.operators.size());
    std::iota(original.begin(), original.end(), 0);
    if (best < peakOf(task, original)) ++better;
  }
  EXPECT_GT(better, 20); // or the instances show nothing
}

// The best order is among those that are left.
TEST(SymmetryTest, WaitingForTwinsCostsNothing) {
  std::mt19937 random(5);
  int waiting = 0;
  for (int round = 0; round < 300; ++round) {
    const OrderTask task = randomTask(random, 7, 7, 2);
    OrderTask waits = task;
    breakSymmetry(waits);
    const auto count = [](const OrderTask& of) {
      std::size_t all = 0;
      for (const OrderTask::Operator& op : of.operators) all += op.after.size();
      return all;
    };
    waiting += count(waits) > count(task) ? 1 : 0;
    EXPECT_EQ(bruteForce(waits), bruteForce(task)) << round;
  }
  EXPECT_GT(waiting, 10) << "there are twins in some of them";
}

// Two branches of two operators each, from one tensor: the second waits for the first, step by step.
TEST(SymmetryTest, TheSecondBranchWaitsForTheFirst) {
  OrderTask task;
  task.tensors = {{16, true, false},  {64, false, false}, {32, false, false},
                  {64, false, false}, {32, false, false}, {16, false, true}};
  task.operators = {{{0, 1}, {}, 0}, {{1, 2}, {0}, 0}, {{0, 3}, {}, 0}, {{3, 4}, {2}, 0}, {{2, 4, 5}, {1, 3}, 0}};
  OrderTask other = task;
  breakSymmetry(task);
  EXPECT_EQ(task.operators[2].after, (std::vector<std::int32_t>{0}));
  EXPECT_EQ(task.operators[3].after, (std::vector<std::int32_t>{2, 1}));
  EXPECT_EQ(task.operators[0].after, other.operators[0].after);
  other.tensors[3].bytes = 128;
  breakSymmetry(other);
  EXPECT_TRUE(other.operators[2].after.empty()) << "they are not alike";
}

TEST(OrderSearchTest, RunsEachBranchToItsEndBeforeTheNext) {
  // Sixteen branches that each make a large tensor of the input, and a small one of that, which are joined.
  OrderTask task;
  task.tensors.push_back({16, true, false});
  OrderTask::Operator join;
  for (std::int32_t branch = 0; branch < 16; ++branch) {
    task.tensors.push_back({1'600, false, false});
    task.operators.push_back({{0, branch + 1}, {}, 0});
  }
  for (std::int32_t branch = 0; branch < 16; ++branch) {
    task.tensors.push_back({32, false, false});
    task.operators.push_back({{branch + 1, 17 + branch}, {branch}, 0});
    join.tensors.push_back(17 + branch);
    join.after.push_back(16 + branch);
  }
  task.tensors.push_back({48, false, true});
  join.tensors.push_back(33);
  task.operators.push_back(join);
  const Order order = orderOf(task);
  EXPECT_TRUE(isAllowed(task, order.operators));
  // The last branch's two tensors and the others' small ones.
  EXPECT_EQ(order.peak, 1'600 + 16 * 32);
  EXPECT_EQ(order.lowerBound, order.peak);
}

TEST(OrderSearchTest, BoundsWhatItCannotSearchThrough) {
  std::mt19937 random(7);
  const OrderTask task = randomTask(random, 150, 120);
  std::vector<std::int32_t> original(task.operators.size());
  std::iota(original.begin(), original.end(), 0);
  Effort effort(50'000'000);
  const Order order = findOrder(task, effort);
  EXPECT_EQ(effort.end(), SearchEnd::kWork);
  EXPECT_TRUE(isAllowed(task, order.operators));
  EXPECT_EQ(peakOf(task, order.operators), order.peak);
  EXPECT_LE(order.peak, peakOf(task, original));
  EXPECT_LE(order.lowerBound, order.peak);
  EXPECT_GT(order.lowerBound, 0);
}

TEST(OrderSearchTest, IsStoppedAtOnce) {
  std::mt19937 random(7);
  const OrderTask task = randomTask(random, 60, 40);
  std::vector<std::int32_t> original(task.operators.size());
  std::iota(original.begin(), original.end(), 0);
  Effort effort(kNoEnd, [] { return true; });
  const Order order = findOrder(task, effort);
  EXPECT_EQ(effort.end(), SearchEnd::kStopped);
  EXPECT_EQ(order.operators, original);
  EXPECT_EQ(order.peak, peakOf(task, original));
  EXPECT_LE(order.lowerBound, order.peak);
}

// However long each of them takes.
TEST(OrderSearchTest, SoManyStepsFindTheSameOnAnyComputer) {
  std::mt19937 random(7);
  const OrderTask task = randomTask(random, 150, 120);
  Effort fast(20'000'000);
  Effort slow(20'000'000, [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return false;
  });
  const Order expected = findOrder(task, fast);
  const Order order = findOrder(task, slow);
  EXPECT_EQ(order.operators, expected.operators);
  EXPECT_EQ(order.lowerBound, expected.lowerBound);
  EXPECT_EQ(slow.spent(), fast.spent());
}

TEST(OrderSearchTest, InputsAndOutputsThatNothingTouchesAreInUseThroughout) {
  OrderTask task;
  task.tensors = {{16, true, false}, {32, false, true}, {64, true, true}, {128, false, false}};
  task.operators = {{{0, 1}, {}, 0}};
  EXPECT_EQ(peakOf(task, {0}), 16 + 32 + 64);
  EXPECT_EQ(orderOf(task).peak, 16 + 32 + 64);
  EXPECT_EQ(orderOf(task).lowerBound, 16 + 32 + 64);
  task.operators.clear();
  task.tensors[0].behind = true;
  EXPECT_EQ(orderOf(task).peak, orderOf(task).lowerBound);
}

} // namespace
} // namespace arenascope::planner
