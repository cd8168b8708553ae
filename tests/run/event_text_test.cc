#include "core/run/event_text.h"

#include <gtest/gtest.h>

#include <set>

namespace arenascope::run {
namespace {

TEST(EventTextTest, NoTwoPhasesOrCategoriesAreCalledTheSame) {
  std::set<std::string> phases;
  for (int phase = 0; phase <= static_cast<int>(trace::Phase::kInvoke); ++phase)
    EXPECT_TRUE(phases.insert(phaseName(static_cast<trace::Phase>(phase))).second) << phase;
  std::set<std::string> categories;
  constexpr auto kLast = static_cast<int>(trace::Category::kResourceVariables);
  for (int category = 0; category <= kLast; ++category)
    EXPECT_TRUE(categories.insert(categoryText(static_cast<trace::Category>(category))).second) << category;
  EXPECT_GT(categories.size(), 20U);
}

TEST(EventTextTest, AnOperatorIsNumberedWithItsSubgraphWhereThatIsNotTheMainOne) {
  EXPECT_EQ(operatorPlace(SubgraphId(0), OperatorId(7)), "7");
  EXPECT_EQ(operatorPlace(SubgraphId(2), OperatorId(7)), "2:7");
}

TEST(EventTextTest, AnAllocationIsOfTheOperatorThatRunsOrOfTheOneItNames) {
  trace::Event event{};
  event.position.op = -1;
  event.index = 4;
  EXPECT_EQ(operatorOf(event), 4);
  event.position.op = 3;
  EXPECT_EQ(operatorOf(event), 3);
}

} // namespace
} // namespace arenascope::run
