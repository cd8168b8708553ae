// Memory maps of vendors' linker scripts, with figures small enough to add up by hand.
#include "core/report/ram_band.h"

#include <gmock/gmock.h>

namespace arenascope::report {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kRam = 0x20000000;

// 1,024 bytes of .data, 15,360 of .bss with an arena of 10,240 in it, in 64 KiB with the stack at their end.
Report image() {
  Report report;
  report.arena = ArenaFigures{.minimum = 8192, .recommended = 8192};
  report.firmware = FirmwareReport{};
  FirmwareReport& firmware = *report.firmware;
  firmware.arenaAddress = kRam + 2048;
  firmware.arenaBytes = 10240;
  firmware.deepestStack = kRam + 65536 - 700;
  firmware.ram = RamContents{.sections = {{".data", kRam, 1024, false}, {".bss", kRam + 1024, 15360, true}},
                             .objects = {{"table", kRam, 512, false},
                                         {"arena", kRam + 2048, 10240, false},
                                         {"samples", kRam + 12288, 2048, false}},
                             .marks = {},
                             .initialStack = kRam + 65536};
  return report;
}

void expectWhole(const RamBand& band) {
  std::uint64_t at = band.begin;
  for (const RamPart& part : band.parts) {
    EXPECT_EQ(part.address, at) << part.name;
    EXPECT_GT(part.bytes, 0U) << part.name;
    at = part.end();
  }
  EXPECT_EQ(at, band.end);
}

TEST(RamBandTest, EveryByteHasOneUse) {
  const auto band = ramBand(image());
  ASSERT_TRUE(band);
  expectWhole(*band);
  EXPECT_EQ(band->begin, kRam);
  EXPECT_EQ(band->end, kRam + 65536);
  EXPECT_EQ(band->endKnownBy, "the initial stack pointer");
  EXPECT_EQ(band->of(RamUse::kArena), 10240U);
  EXPECT_EQ(band->of(RamUse::kData), 1024U);
  EXPECT_EQ(band->of(RamUse::kZeroed), 15360U - 10240U);
  EXPECT_EQ(band->of(RamUse::kStack), 700U);
  EXPECT_EQ(band->of(RamUse::kFree), 65536U - 16384U - 700U);
  EXPECT_EQ(band->stackSeen, 700U);
  EXPECT_EQ(band->stackReserved, 0U);
  ASSERT_EQ(band->objects.size(), 2U) << "the arena is not one of them";
  EXPECT_EQ(band->objects.front().name, "samples");
}

TEST(RamBandTest, WithoutAReservationTheStackLimitsTheArena) {
  const auto band = ramBand(image());
  ASSERT_TRUE(band);
  // 65,536 less the 6,144 bytes of variables and 700 of stack, in steps of 16.
  EXPECT_EQ(band->arenaLargest, (65536U - 6144U - 700U) / 16 * 16);
  EXPECT_TRUE(band->overStack);
  const std::vector<std::string> lines = describe(*band);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "Give back 2,048 bytes: the arena has 10,240 and needs 8,192.");
  EXPECT_THAT(lines[1], HasSubstr("Sizes from 8,192 to 58,688 bytes work"));
  EXPECT_THAT(lines[1], HasSubstr("the stack overwrites variables"));
}

TEST(RamBandTest, AReservedStackAndHeapAreKept) {
  Report report = image();
  report.firmware->ram->marks = {{"_estack", kRam + 65536}, {"_Min_Stack_Size", 4096}, {"_Min_Heap_Size", 512}};
  report.firmware->askedBytes = 65536;
  const auto band = ramBand(report);
  ASSERT_TRUE(band);
  expectWhole(*band);
  EXPECT_EQ(band->of(RamUse::kStack), 4096U);
  EXPECT_EQ(band->of(RamUse::kHeap), 512U);
  EXPECT_EQ(band->stackReserved, 4096U);
  EXPECT_FALSE(band->overStack);
  // The heap's 512 bytes lie between .bss and the free ones, and move up.
  EXPECT_EQ(band->arenaLargest, 65536U - 6144U - 4096U - 512U);
  EXPECT_EQ(describe(*band).back(), "65,536 bytes do not link: 10,752 are missing in RAM.");
  report.firmware->askedBytes = 4096;
  EXPECT_EQ(describe(*ramBand(report)).back(), "4,096 bytes fail: 4,096 are missing in the arena.");
  report.firmware->askedBytes = 16384;
  EXPECT_EQ(describe(*ramBand(report)).back(), "16,384 bytes work, with 38,400 left in RAM.");
}

TEST(RamBandTest, AHeapThatTakesWhatIsLeftGivesItToTheArena) {
  Report report = image();
  report.firmware->ram->marks = {{"__HeapBase", kRam + 16384},
                                 {"__HeapLimit", kRam + 61440},
                                 {"__StackLimit", kRam + 61440},
                                 {"__StackTop", kRam + 65536}};
  const auto band = ramBand(report);
  ASSERT_TRUE(band);
  expectWhole(*band);
  EXPECT_EQ(band->of(RamUse::kHeap), 61440U - 16384U);
  EXPECT_EQ(band->of(RamUse::kFree), 0U);
  EXPECT_EQ(band->arenaLargest, 10240U + 61440U - 16384U);
}

TEST(RamBandTest, ATasksStackIsTheObjectThatHoldsIt) {
  Report report = image();
  report.firmware->ram->objects.push_back({"task_stack", kRam + 14336, 1536, false});
  report.firmware->deepestStack = kRam + 14336 + 400;
  const auto band = ramBand(report);
  ASSERT_TRUE(band);
  expectWhole(*band);
  EXPECT_EQ(band->stackReserved, 1536U);
  EXPECT_EQ(band->stackSeen, 1136U);
  EXPECT_EQ(band->of(RamUse::kStack), 1536U);
}

TEST(RamBandTest, APoolIsAHeapAndWhatLiesBelowIsReserved) {
  Report report = image();
  report.firmware->ram->sections.front() = {".data", kRam + 512, 512, false};
  report.firmware->ram->objects = {{"ucHeap", kRam + 12288, 4096, false}};
  const auto band = ramBand(report);
  ASSERT_TRUE(band);
  expectWhole(*band);
  EXPECT_EQ(band->of(RamUse::kHeap), 4096U);
  EXPECT_EQ(band->parts.front().use, RamUse::kReserved);
  EXPECT_EQ(band->parts.front().bytes, 512U);
}

TEST(RamBandTest, AnotherMemoryIsLeftOut) {
  Report report = image();
  report.firmware->ram->sections.push_back({".fast", 0x24000000, 4096, true});
  const auto band = ramBand(report);
  ASSERT_TRUE(band);
  EXPECT_EQ(band->end, kRam + 65536);
}

TEST(RamBandTest, ABoardSaysWhereRamEndsIfNothingElseDoes) {
  Report report = image();
  report.firmware->ram->initialStack = 0x10002000;
  EXPECT_EQ(ramBand(report)->endKnownBy, "the end of its last section");
  EXPECT_EQ(ramBand(report)->arenaLargest, 10240U);
  report.board.emplace();
  report.board->ram = {{.name = "SRAM", .bytes = 32768}};
  const auto band = ramBand(report);
  EXPECT_EQ(band->endKnownBy, "the board's memory");
  EXPECT_EQ(band->end, kRam + 32768);
}

TEST(RamBandTest, OnlyAnElfFileHasOne) {
  EXPECT_FALSE(ramBand(Report()));
  Report report = image();
  report.firmware->ram.reset();
  EXPECT_FALSE(ramBand(report));
}

} // namespace
} // namespace arenascope::report
