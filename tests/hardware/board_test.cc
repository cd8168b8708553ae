#include "core/hardware/board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/output/board_table.h"
#include "core/report/board_fit.h"

namespace arenascope::hardware {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

Json boardJson() {
  return Json::parse(R"({
    "title": "Test board", "core": "cortex-m4", "clock_mhz": 100,
    "ram": [{"name": "SRAM", "kib": 128}, {"name": "CCM", "kib": 64}],
    "flash": {"kib": 512, "line_bytes": 16, "cache": {"code_bytes": 1024, "data_bytes": 128, "ways": 4},
              "wait_states": [{"up_to_mhz": 30, "states": 0}, {"up_to_mhz": 60, "states": 1},
                              {"up_to_mhz": 120, "states": 3}]},
    "reserved": {"ram_kib": 16, "flash_kib": 32, "for": "the platform"},
    "source": "made up"})");
}

Board parsed(const Json& json) {
  const Result<Board> board = parseBoard("test", json.dump());
  EXPECT_TRUE(board) << board.error().message;
  return board ? *board : Board();
}

TEST(BoardTest, ReadsAllFields) {
  const Board board = parsed(boardJson());
  EXPECT_EQ(board.name, "test");
  EXPECT_EQ(board.core, "cortex-m4");
  EXPECT_EQ(board.ramBytes(), 192U * 1024);
  EXPECT_EQ(board.flashBytes, 512U * 1024);
  EXPECT_EQ(board.flashCache.codeBytes, 1024U);
  EXPECT_EQ(board.flashCache.dataBytes, 128U);
  EXPECT_EQ(board.flashCache.ways, 4U);
  EXPECT_FALSE(board.flashCache.shared);
  EXPECT_EQ(board.reservedFor, "the platform");
}

TEST(BoardTest, WaitStatesFollowTheClock) {
  Board board = parsed(boardJson());
  EXPECT_EQ(board.flashWaitStates(), 3U);
  board.clockMhz = 60;
  EXPECT_EQ(board.flashWaitStates(), 1U);
  board.clockMhz = 60.5;
  EXPECT_EQ(board.flashWaitStates(), 3U);
  board.clockMhz = 8;
  EXPECT_EQ(board.flashWaitStates(), 0U);
  board.clockMhz = 200; // faster than the file says: as slow as the last step
  EXPECT_EQ(board.flashWaitStates(), 3U);
}

TEST(BoardTest, RamWaitsByTheClockAndALineTakesSeveralReads) {
  Board board = parsed(boardJson());
  MemoryRegion& first = board.ram.front();
  EXPECT_FALSE(board.waitStatesOf(first).any());
  EXPECT_EQ(board.describeRamWaitStates(), "");
  EXPECT_EQ(board.flashLineWaitCycles(), board.flashWaitStates());
  first.waitStates = {{.upToMhz = 100, .reads = 0, .writes = 0}, {.upToMhz = 200, .reads = 2, .writes = 1}};
  board.clockMhz = 100;
  EXPECT_FALSE(board.waitStatesOf(first).any());
  board.clockMhz = 101;
  EXPECT_EQ(board.waitStatesOf(first).reads, 2U);
  EXPECT_EQ(board.describeRamWaitStates(), ", " + first.name + ": 2 on reads, 1 on writes");
  board.flashLineBytes = 64;
  board.flashReadBytes = 16;
  EXPECT_EQ(board.flashLineWaitCycles(), 4 * (board.flashWaitStates() + 1) - 1);
  board.flashClockDivider = 2;
  EXPECT_EQ(board.flashLineWaitCycles(), 8 * (board.flashWaitStates() + 1) - 1);
}

TEST(BoardTest, WaitStatesAloneAreThoseOfReadsAndWritesAtAnyClock) {
  Json json = boardJson();
  json["ram"][0].update({{"wait_states", 8}, {"line_bytes", 32}, {"cache_bytes", 16384}});
  Board board = parsed(json);
  for (const double clockMhz : {1.0, 64.0, 1000.0}) {
    board.clockMhz = clockMhz;
    EXPECT_EQ(board.waitStatesOf(board.ram.front()).reads, 8U);
    EXPECT_EQ(board.waitStatesOf(board.ram.front()).writes, 8U);
  }
  EXPECT_THAT(board.describeRamWaitStates(), HasSubstr("8 on reads, 8 on writes of 32 bytes, behind a cache of 16"));
}

TEST(BoardTest, CachesCanBeSwitchedOff) {
  Json json = boardJson();
  json["ram"][0].update({{"wait_states", 8}, {"cache_bytes", 16384}});
  Board board = parsed(json);
  board.switchOffCaches(true, false);
  EXPECT_EQ(board.flashCache.codeBytes, 0U);
  EXPECT_EQ(board.flashCache.dataBytes, 128U);
  EXPECT_EQ(board.ram.front().cacheBytes, 16384U);
  board.switchOffCaches(false, true);
  EXPECT_EQ(board.flashCache.dataBytes, 0U);
  EXPECT_EQ(board.ram.front().cacheBytes, 0U);
}

TEST(BoardTest, AnArenaLiesInOneRegion) {
  Board board = parsed(boardJson());
  EXPECT_EQ(board.arenaCapacity(), 128U * 1024) << "what the platform takes may lie in the other one";
  board.reservedRamBytes = 100 * 1024;
  EXPECT_EQ(board.arenaCapacity(), 92U * 1024);
  board.reservedRamBytes = 500 * 1024;
  EXPECT_EQ(board.arenaCapacity(), 0U);
}

TEST(BoardTest, OneCacheForCodeAndConstants) {
  Json json = boardJson();
  json["flash"]["cache"]["data_bytes"] = "shared";
  EXPECT_TRUE(parsed(json).flashCache.shared);
}

// What is wrong with a board file, by a change to a good one.
struct BadBoard {
  const char* pointer; // where
  const char* value;   // JSON; empty: the field is taken away
  const char* message;
};

class BadBoardTest : public testing::TestWithParam<BadBoard> {};

TEST_P(BadBoardTest, TheMessageNamesTheField) {
  Json json = boardJson();
  const Json::json_pointer pointer(GetParam().pointer);
  if (*GetParam().value == '\0')
    json[pointer.parent_pointer()].erase(pointer.back());
  else
    json[pointer] = Json::parse(GetParam().value);
  const Result<Board> board = parseBoard("mine", json.dump());
  ASSERT_FALSE(board);
  EXPECT_THAT(board.error().message, HasSubstr("board mine: "));
  EXPECT_THAT(board.error().message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadBoardTest,
    testing::Values(BadBoard{"/title", "", R"(field "title" is missing; it takes text)"},
                    BadBoard{"/core", "4", R"(field "core" takes text)"},
                    BadBoard{"/clock_mhz", "\"fast\"", R"(field "clock_mhz" takes a number from 1 to 10000)"},
                    BadBoard{"/clock_mhz", "-3", R"(field "clock_mhz" takes a number)"},
                    BadBoard{"/clock_mhz", "168", R"(field "wait_states" does not reach clock_mhz)"},
                    BadBoard{"/ram", "[]", R"(field "ram" takes at least one region)"},
                    BadBoard{"/ram", "128", R"(field "ram" takes a list)"},
                    BadBoard{"/ram", "[128]", R"(field "ram" takes a list of objects)"},
                    BadBoard{"/ram/1/kib", "", R"(field "kib" is missing)"},
                    BadBoard{"/flash", "512", R"(field "flash" takes an object)"},
                    BadBoard{"/flash/kib", "0", R"(field "kib" takes a number)"},
                    BadBoard{"/flash/line_bytes", "0", R"(field "line_bytes" takes a number from 4)"},
                    BadBoard{"/flash/line_bytes", "16.5", R"(field "line_bytes" takes a whole number)"},
                    BadBoard{"/flash/cache", "", R"(field "cache" is missing)"},
                    BadBoard{"/flash/cache/data_bytes", "\"none\"", R"(field "data_bytes" takes a number)"},
                    BadBoard{"/flash/wait_states/0/up_to_mhz", "90", R"(field "wait_states" takes steps with rising)"},
                    BadBoard{"/flash/wait_states/1/states", "null", R"(field "states" takes a number)"},
                    BadBoard{"/reserved/for", "\"\"", R"(field "for" takes text)"},
                    BadBoard{"/source", "", R"(field "source" is missing)"}));

TEST(BoardTest, WhatIsNotJsonSaysSo) {
  for (const char* text : {"", "{", "[1, 2", "{\"title\": }"}) {
    const Result<Board> board = parseBoard("mine", text);
    ASSERT_FALSE(board) << text;
    EXPECT_THAT(board.error().message, HasSubstr("board mine is not JSON")) << text;
  }
  EXPECT_THAT(parseBoard("mine", "[1, 2]").error().message, HasSubstr("a board must be an object"));
}

report::Report reportWith(std::uint64_t arena, std::uint64_t modelBytes, std::uint64_t cycles) {
  report::Report report;
  report.target = "cortex-m4";
  report.model.bytes = modelBytes;
  report.arena = report::ArenaFigures{.recommended = arena};
  report.flash = report::FlashReport{.operators = {}, .interpreter = 20 * 1024, .needed = 12 * 1024, .all = 0};
  report.cost = report::CostSummary{.total = {.instructions = 1, .cycles = cycles},
                                    .kernels = {},
                                    .watching = {},
                                    .interpreterFunctions = {},
                                    .calls = 1};
  return report;
}

TEST(BoardFitTest, TimeAndWhatIsLeft) {
  const auto fit = report::fitOn(parsed(boardJson()), reportWith(100 * 1024, 200 * 1024, 25'000'000));
  ASSERT_TRUE(fit);
  EXPECT_DOUBLE_EQ(*fit->milliseconds, 250.0);
  EXPECT_DOUBLE_EQ(fit->framesPerSecond(), 4.0);
  EXPECT_EQ(fit->ramLeft, (192 - 16 - 100) * 1024);
  EXPECT_EQ(fit->flashNeeded, (200U + 20 + 12) * 1024);
  EXPECT_EQ(fit->flashLeft, (512 - 32 - 232) * 1024);
  EXPECT_TRUE(fit->fits());
  EXPECT_EQ(report::describe(*fit),
            "250 ms, 4.00 frames/s; 28.0 KiB of RAM left in the largest region (76.0 KiB in all regions), 248.0 KiB of "
            "flash left");
}

// An arena lies in one region: memory of other regions does not make it larger.
TEST(BoardFitTest, WhatIsLeftIsSaidOfTheRegionAndOfAll) {
  Board board = parsed(boardJson());
  board.ram = {{"DTCM", 128 * 1024}, {"SRAM", 512 * 1024}};
  board.reservedRamBytes = 8 * 1024;
  const auto fit = report::fitOn(board, reportWith(100 * 1024, 1, 1));
  EXPECT_EQ(fit->freeBytes(), (512 - 100) * 1024);
  EXPECT_EQ(fit->ramLeft, (640 - 8 - 100) * 1024);
  EXPECT_EQ(report::describeRam(*fit), "412.0 KiB of RAM left in the largest region (532.0 KiB in all regions)");
  const auto larger = report::fitOn(board, reportWith((100 + 412) * 1024, 1, 1));
  EXPECT_TRUE(larger->fitsRam());
  EXPECT_EQ(larger->freeBytes(), 0);
  EXPECT_FALSE(report::fitOn(board, reportWith((100 + 412) * 1024 + 16, 1, 1))->fitsRam());
  board.ram = {{"SRAM", 512 * 1024}};
  EXPECT_EQ(report::describeRam(*fitOn(board, reportWith(100 * 1024, 1, 1))), "404.0 KiB of RAM left") << "one region";
}

TEST(BoardFitTest, SaysWhatDoesNotFit) {
  const Board board = parsed(boardJson());
  const auto tall = report::fitOn(board, reportWith(129 * 1024, 200 * 1024, 1));
  EXPECT_FALSE(tall->fitsRam()) << "no region has as much, though all of them together do";
  EXPECT_THAT(report::describe(*tall), HasSubstr("no region of RAM is large enough for the arena (128.0 KiB at most)"));
  const auto big = report::fitOn(board, reportWith(300 * 1024, 200 * 1024, 1));
  EXPECT_THAT(report::describe(*big), HasSubstr("124.0 KiB of RAM missing"));
  const auto heavy = report::fitOn(board, reportWith(1024, 500 * 1024, 1));
  EXPECT_TRUE(heavy->fitsRam());
  EXPECT_FALSE(heavy->fitsFlash());
  EXPECT_THAT(report::describe(*heavy), HasSubstr("52.0 KiB of flash missing"));
}

TEST(BoardFitTest, WhatDoesNotFitMayBeShrunk) {
  report::Report report = reportWith(129 * 1024, 200 * 1024, 1);
  report.target = "cortex-m4";
  report.kernels = "cmsis-nn";
  EXPECT_EQ(report::adviseToShrink(report), "") << "no board";
  report.board = parsed(boardJson());
  EXPECT_THAT(report::adviseToShrink(report), HasSubstr("--target cortex-m4 --kernels cmsis-nn --budget 131072 "));
  report.arena->tail = 129 * 1024;
  EXPECT_EQ(report::adviseToShrink(report), "") << "what is kept for good is too much already";
  report = reportWith(1024, 200 * 1024, 1);
  report.board = parsed(boardJson());
  EXPECT_EQ(report::adviseToShrink(report), "") << "it fits";
}

TEST(BoardFitTest, WithoutCyclesThereIsNoTime) {
  report::Report report = reportWith(1024, 1024, 1);
  report.cost.reset();
  EXPECT_FALSE(report::fitOn(parsed(boardJson()), report)->milliseconds);
  report.arena.reset();
  EXPECT_FALSE(report::fitOn(parsed(boardJson()), report));
}

TEST(BoardTableTest, ARowForEachBoardInAllForms) {
  report::Report report = reportWith(100 * 1024, 200 * 1024, 25'000'000);
  report.model.path = "net.tflite";
  report.kernels = "cmsis-nn";
  report.board = parsed(boardJson());
  report::Report failed;
  failed.board = report.board;
  failed.board->name = "other";
  failed.error = Error{Stage::kStart, "no such thing"};
  const std::string text = output::boardsText({report, failed}, false);
  EXPECT_THAT(text, HasSubstr("net.tflite, cmsis-nn kernels"));
  EXPECT_THAT(text, HasSubstr("250 ms, 4.00 frames/s"));
  EXPECT_THAT(text, HasSubstr("failed: no such thing"));
  EXPECT_THAT(output::boardsCsv({report, failed}),
              HasSubstr("\ntest,cortex-m4,100,25000000,250,4,102400,77824,237568,253952,yes"
                        "\nother,cortex-m4,100,,,,,,,,\n"));
  const Json json = Json::parse(output::boardsJson({report, failed}));
  EXPECT_EQ(json["boards"][0]["milliseconds"], 250.0);
  EXPECT_EQ(json["boards"][0]["fits"], true);
  EXPECT_EQ(json["boards"][1]["status"], "failed");
  EXPECT_EQ(json["boards"][1]["error"]["message"], "no such thing");
}

} // namespace
} // namespace arenascope::hardware
