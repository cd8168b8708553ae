#include "core/hardware/placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope::hardware {
namespace {

using testing::HasSubstr;

MemoryRegion region(const char* name, std::uint64_t kib, bool executes = true) {
  MemoryRegion made;
  made.name = name;
  made.bytes = kib * 1024;
  made.executes = executes;
  return made;
}

Board aBoard() {
  Board made;
  made.name = "test";
  made.flashBytes = 1U << 20;
  made.ram = {region("AXI SRAM", 512), region("CCM", 64, false)};
  made.codeRam = {region("ITCM", 64)};
  return made;
}

Result<Placement> placementOf(const std::vector<std::string>& words) { return parsePlacement(aBoard(), words); }

TEST(PlacementTest, RegionsAreNamedAsAPersonWritesThem) {
  const auto placement = placementOf({"weights=ccm:32K", "code=itcm", "arena=axi-sram"});
  ASSERT_TRUE(placement) << placement.error().message;
  EXPECT_EQ(placement->weights->region.name, "CCM");
  EXPECT_EQ(placement->weights->limitBytes, 32U * 1024);
  EXPECT_EQ(placement->code->region.name, "ITCM");
  EXPECT_FALSE(placement->code->limitBytes);
  EXPECT_EQ(placement->arena->region.name, "AXI SRAM");
  EXPECT_EQ(placementOf({"arena=ram"})->arena->region.name, "AXI SRAM") << "the board's first";
  EXPECT_TRUE(placementOf({"weights=flash"})->weights->inFlash());
  EXPECT_FALSE(placementOf({"weights=flash"})->code);
}

TEST(PlacementTest, AnErrorNamesTheRegionsThatMayHoldIt) {
  EXPECT_EQ(placementOf({"weights=itmc"}).error().message,
            "board test has no region \"itmc\" for weights; it has: AXI SRAM, CCM, ITCM, flash; did you mean ITCM?");
  EXPECT_THAT(placementOf({"code=ccm"}).error().message, HasSubstr("for code; it has: AXI SRAM, ITCM, flash"))
      << "code cannot run there";
  EXPECT_THAT(placementOf({"arena=itcm"}).error().message, HasSubstr("for arena; it has: AXI SRAM, CCM"));
  EXPECT_THAT(placementOf({"arena=flash"}).error().message, HasSubstr("no region \"flash\""));
  EXPECT_THAT(placementOf({"code=itcm", "code=flash"}).error().message, HasSubstr("two places"));
}

TEST(PlacementTest, TheFormIsCheckedWithoutABoard) {
  EXPECT_EQ(wrongPlace("weights=anything"), "");
  EXPECT_EQ(wrongPlace("code=dtcm:64K"), "");
  for (const char* wrong : {"weights", "weights=", "stack=dtcm", "code=dtcm:many", "=dtcm", "code=:4K"})
    EXPECT_THAT(wrongPlace(wrong), HasSubstr("write weights=REGION")) << wrong;
}

} // namespace
} // namespace arenascope::hardware
