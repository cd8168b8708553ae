#include "core/output/ram_writer.h"

#include <gmock/gmock.h>

namespace arenascope::output {
namespace {

using testing::HasSubstr;

// 64 KiB with .data, .bss and an arena in it, and the stack at the end.
report::Report image(std::uint64_t arenaBytes, std::uint64_t tableBytes) {
  report::Report report;
  report.model.path = "app.elf";
  report.arena = report::ArenaFigures{.minimum = 8192, .recommended = 8192};
  report.firmware = report::FirmwareReport{};
  report.firmware->arenaAddress = 0x20000400;
  report.firmware->arenaBytes = arenaBytes;
  report.firmware->ram = report::RamContents{
      .sections = {{".data", 0x20000000, 1024, false}, {".bss", 0x20000400, arenaBytes + tableBytes, true}},
      .objects = {{"table", 0x20000400 + arenaBytes, tableBytes, false}},
      .marks = {},
      .initialStack = 0x20010000};
  return report;
}

TEST(RamWriterTest, TheBarHasALetterForEachShare) {
  const std::string text = ramText(image(32768, 16384), terminalStyle(false));
  // Of 72 letters for 64 KiB: 1 KiB is one, the arena's 32 KiB are 36 and the table's 16 are 18, from their places on.
  EXPECT_THAT(text, HasSubstr("[d" + std::string(36, 'A') + std::string(18, 'b') + std::string(17, '.') + "]"));
  EXPECT_THAT(text, HasSubstr("A       32,768   0x20000400   arena, needs 8,192\n"));
  EXPECT_THAT(text, HasSubstr("largest objects: table 16,384"));
  EXPECT_THAT(text, HasSubstr("Give back 24,576 bytes: the arena has 32,768 and needs 8,192."));
  EXPECT_EQ(ramText(report::Report(), terminalStyle(false)), "");
}

TEST(RamWriterTest, TheJsonAddsUp) {
  report::Report report = image(10240, 2048);
  report.firmware->askedBytes = 65536;
  const Json json = ramJson(*report::ramBand(report));
  std::uint64_t bytes = 0;
  for (const Json& part : json["parts"]) bytes += part["bytes"].get<std::uint64_t>();
  EXPECT_EQ(bytes, json["bytes"]);
  EXPECT_EQ(json["arena"]["give_back_bytes"], 2048);
  EXPECT_EQ(json["arena"]["largest_bytes"], 65536 - 1024 - 2048);
  EXPECT_FALSE(json["arena"]["asked_fits"]);
  EXPECT_EQ(json["objects"][0]["name"], "table");
}

TEST(RamWriterTest, AComparisonNamesWhatHasGrown) {
  const auto differences = [](std::vector<report::Report> reports) {
    return ramDifferences(report::compareReports(std::move(reports)), terminalStyle(false));
  };
  const std::string text = differences({image(10240, 2048), image(10240, 3072)});
  EXPECT_THAT(text, HasSubstr("bss                             2,048        3,072 +1,024 (+50.0 %)\n"));
  EXPECT_THAT(text, HasSubstr("arena                          10,240       10,240\n"));
  EXPECT_THAT(text, testing::ContainsRegex("table +\\+1024\n"));
  EXPECT_EQ(differences({image(10240, 2048), report::Report()}), "");
}

} // namespace
} // namespace arenascope::output
