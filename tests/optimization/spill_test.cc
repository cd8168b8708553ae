// Which RAM is the slower one, and which points are on a front.
#include "core/optimization/spill.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/optimization/shrink_report.h"

namespace arenascope::optimization {
namespace {

using hardware::Board;
using hardware::MemoryRegion;
using testing::ElementsAre;
using testing::IsEmpty;

MemoryRegion region(const std::string& name, std::uint32_t reads, std::uint32_t writes, std::uint64_t bytes = 1024) {
  MemoryRegion made;
  made.name = name;
  made.bytes = bytes;
  made.waitStates = {{.upToMhz = 1000, .reads = reads, .writes = writes}};
  return made;
}

std::vector<std::string> slowerOf(const std::vector<MemoryRegion>& ram) {
  Board board;
  board.clockMhz = 100;
  board.ram = ram;
  std::vector<std::string> names;
  for (const MemoryRegion& each : slowerRegions(board)) names.push_back(each.name);
  return names;
}

TEST(SpillTest, SlowerRamIsKnownByItsWaitStatesNotItsName) {
  EXPECT_THAT(slowerOf({region("A", 1, 1), region("PSRAM", 1, 1), region("B", 0, 5)}), IsEmpty());
  EXPECT_THAT(slowerOf({region("A", 0, 0), region("SDRAM", 9, 9), region("B", 3, 3), region("C", 0, 0)}),
              ElementsAre("B", "SDRAM"));
  EXPECT_THAT(slowerOf({region("A", 1, 1), region("B", 1, 2)}), ElementsAre("B"));
  EXPECT_THAT(slowerOf({region("A", 0, 0), region("Large", 4, 4, 4096), region("Small", 4, 4, 512)}),
              ElementsAre("Small", "Large"));
  EXPECT_THAT(slowerOf({}), IsEmpty());
}

ShrinkPoint point(std::uint64_t sram, std::uint64_t psram, std::uint64_t cycles) {
  ShrinkPoint made;
  made.runs.resize(1);
  made.runs.front().arena.emplace();
  made.runs.front().cost.emplace().total.cycles = cycles;
  made.spill = Spill{.persistent = psram > 0, .sramBytes = sram, .psramBytes = psram};
  return made;
}

TEST(SpillTest, TheFrontIsOverBytesOfTheUsualRam) {
  const std::vector<ShrinkPoint> points = {point(100, 0, 10), point(80, 0, 12),  point(60, 90, 11), point(0, 100, 20),
                                           point(70, 30, 11), point(50, 50, 25), point(100, 0, 5)};
  EXPECT_THAT(paretoFrontOf(points), ElementsAre(0, 2, 3)) << "bytes of the slower RAM count for nothing";
  EXPECT_EQ(points[2].arenaBytes(), 150U);
  EXPECT_EQ(points[2].sramBytes(), 60U);
}

TEST(SpillTest, ABudgetIsForTheUsualRam) {
  ShrinkReport report;
  report.points = {point(100, 0, 10), point(60, 90, 11), point(0, 100, 20)};
  EXPECT_EQ(cheapestWithin(report, 70), 1U);
  report.budget = 59;
  report.chosen = 1;
  EXPECT_FALSE(report.meetsBudget());
  report.chosen = 2;
  EXPECT_TRUE(report.meetsBudget());
}

TEST(SpillTest, PartsAreNamed) {
  EXPECT_THAT(namesOf(Spill{}), IsEmpty());
  EXPECT_THAT(namesOf(Spill{.persistent = true, .nonPersistent = true}), ElementsAre("persistent", "non_persistent"));
  EXPECT_FALSE((TwoMemories{.sram = {}, .psram = {}, .sramFree = 10, .psramFree = 5}.hold({.sramBytes = 11})));
}

} // namespace
} // namespace arenascope::optimization
