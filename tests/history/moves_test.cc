// What moved a figure.
#include "core/history/moves.h"

#include <gmock/gmock.h>

#include "tests/history/history_rows.h"

namespace arenascope::history {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::vector<Move> between(const Row& before, const Row& after) { return changeSince({&before}, after).moves; }

TEST(MovesTest, TheBufferAndTheOperatorThatGrewAreNamed) {
  const std::vector<Move> moves = between(test::historyRow("1", 5'000, "a"), test::historyRow("2", 8'000, "b"));
  ASSERT_THAT(moves, SizeIs(2));
  EXPECT_EQ(moves[0].text, "arena 5,000 -> 8,000 bytes, +3,000 (+60.0 %): buffer conv_1 4,900 -> 7,900 bytes");
  ASSERT_THAT(moves[0].causes, SizeIs(1));
  EXPECT_EQ(moves[0].causes[0].kind, "buffer");
  EXPECT_EQ(moves[1].figure, "cycles");
  EXPECT_THAT(moves[1].text, HasSubstr("layer 1, CONV_2D 49,950 -> 79,950 cycles"));
}

TEST(MovesTest, ALibrarysUpdateComesFirst) {
  const Row before = test::historyRow("1", 5'000, "a");
  Row after = test::historyRow("2", 5'200, "a");
  after.kernels = "cmsis-nn@O3";
  const std::vector<Move> moves = between(before, after);
  ASSERT_FALSE(moves.empty());
  EXPECT_EQ(moves[0].causes[0].kind, "library");
  EXPECT_THAT(moves[0].text, HasSubstr(": kernels cmsis-nn -> cmsis-nn@O3; buffer conv_1"));
}

TEST(MovesTest, ThisProgramIsTheCauseOnlyIfNothingElseHasChanged) {
  const Row before = test::historyRow("1", 5'000, "a");
  Row after = test::historyRow("2", 5'016, "a");
  after.program = "2.0";
  EXPECT_THAT(between(before, after)[0].text, HasSubstr("ArenaScope 1.0 -> 2.0"));
  after.sha256 = "another model";
  EXPECT_THAT(between(before, after)[0].text, Not(HasSubstr("ArenaScope")));
}

TEST(MovesTest, WhatMovesAgainstTheWholeIsNotItsReason) {
  const Row before = test::historyRow("1", 5'000, "a");
  Row after = test::historyRow("2", 5'000, "b");
  after.figures["arena"] = 5'400;
  after.arena = {{"buffer", "conv_1", 3'000}, {"buffer", "conv_9", 2'300}, {"tail", "kernel data", 100}};
  after.peak = "layer 9, ADD";
  EXPECT_THAT(between(before, after)[0].text,
              AllOf(HasSubstr("buffer conv_9 is new, 2,300 bytes"), Not(HasSubstr("conv_1")),
                    HasSubstr("the peak is at layer 9, ADD, before at layer 1, CONV_2D")));
}

TEST(MovesTest, LayersOfOneNameAreComparedInOrder) {
  Row before = test::historyRow("1", 5'000, "a");
  before.operators = {{"0", "ADD", "ADD", 10}, {"1", "ADD", "ADD", 20}};
  Row after = before;
  after.figures["cycles"] = 60'000;
  after.operators[1].cycles = 10'020;
  const std::vector<Move> moves = between(before, after);
  ASSERT_THAT(moves, SizeIs(1));
  EXPECT_THAT(moves[0].text, HasSubstr("layer 1, ADD 20 -> 10,020 cycles"));
}

TEST(MovesTest, AModelThatNoLongerRunsIsAMove) {
  const Row before = test::historyRow("1", 5'000, "a");
  Row after = test::historyRow("2", 5'000, "b");
  after.figures.clear();
  after.error = "load: not a model";
  EXPECT_EQ(between(before, after)[0].text, "no longer runs: load: not a model");
  EXPECT_EQ(between(after, before)[0].text, "runs again");
  EXPECT_THAT(between(after, after), IsEmpty());
}

TEST(MovesTest, AMergeChangesWhatNoneOfItsParentsHas) {
  const Row main = test::historyRow("1", 5'000, "a");
  Row branch = test::historyRow("2", 8'000, "b");
  branch.hazards = {"h"};
  branch.budgets = {{"arena", 6'000}};
  EXPECT_FALSE(changeSince({&main, &branch}, branch).isAny());
  const Change change = changeSince({&main}, branch);
  EXPECT_THAT(linesOf(change, branch), ElementsAre(HasSubstr("arena"), HasSubstr("cycles"),
                                                   "over budget: minimum arena 8,000, at most 6,000", "new hazard: h"));
  EXPECT_THAT(changeSince({&branch}, main).goneHazards, ElementsAre("h"));
}

} // namespace
} // namespace arenascope::history
