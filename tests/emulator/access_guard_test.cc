#include "emulator/instrumentation/access_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/elf/firmware_loader.h"
#include "emulator/firmware/memory_map.h"
#include "emulator/runners/firmware.h"
#include "emulator/unicorn/machine.h"
#include "tests/support/test_models.h"

namespace arenascope::instrumentation {
namespace {

using testing::HasSubstr;

TEST(AddressSetTest, HoldsWhatLiesInOneStretch) {
  const AddressSet set({{100, 110, false}, {110, 120, true}, {200, 204, true}, {50, 50, true}}, false);
  EXPECT_TRUE(set.holds(100, 1));
  EXPECT_TRUE(set.holds(108, 4)) << "stretches that touch are one";
  EXPECT_TRUE(set.holds(200, 4));
  EXPECT_TRUE(set.holds(116, 4));
  EXPECT_FALSE(set.holds(99, 1));
  EXPECT_FALSE(set.holds(118, 4));
  EXPECT_FALSE(set.holds(120, 1));
  EXPECT_FALSE(set.holds(202, 4));
  EXPECT_FALSE(set.holds(50, 1));
  EXPECT_FALSE(AddressSet().holds(0, 1));
}

TEST(AddressSetTest, OnlyWritableRangesAreWritten) {
  const AddressSet set({{100, 110, false}, {110, 120, true}}, true);
  EXPECT_FALSE(set.holds(100, 1));
  EXPECT_TRUE(set.holds(110, 10));
}

// A machine without allowed ranges for an operator stops at its first access.
class GuardedMachineTest : public testing::Test {
protected:
  protocol::MachineResult run(std::function<std::vector<run::MemoryRange>(const trace::Position&)> allowed) {
    const auto path = runners::findFirmware("cortex-m4", "reference");
    const auto image = elf::loadFirmware(*path, cpu::kThumbFormat);
    const protocol::GuestFile memory = *protocol::GuestFile::create();
    unicorn::Machine machine(*image, *cpu::find("cortex-m4"), memory);
    const engine::LoadedModel model = test::loaded(test::twoLayerModel());
    protocol::MachineRequest request;
    request.model = model.file.bytes();
    request.arenaBytes = 1 << 16;
    request.maxInstructions = 100'000'000;
    request.mailbox.settings.invoke = 1;
    request.guard = true;
    protocol::MachineEvents events;
    events.onEvent = [](const trace::Event&) {};
    events.onOperator = [](const trace::Position&, int, const run::Cost&, std::vector<run::FunctionCost>) {};
    events.allowedMemory = std::move(allowed);
    events.describeAccess = [this](const protocol::Access& access) {
      accesses_.push_back(access);
      return std::string("found");
    };
    return machine.run(request, events, [] { return false; });
  }

  std::vector<protocol::Access> accesses_;
};

TEST_F(GuardedMachineTest, StopsAtTheFirstForeignAccess) {
  const protocol::MachineResult result = run([](const trace::Position&) { return std::vector<run::MemoryRange>(); });
  EXPECT_THAT(result.failure, HasSubstr("found, at 0x"));
  ASSERT_FALSE(accesses_.empty());
  EXPECT_EQ(accesses_.front().position.op, 0);
  EXPECT_GE(accesses_.front().address, firmware::kArenaBase);
}

TEST_F(GuardedMachineTest, ReadingIsNotWriting) {
  const protocol::MachineResult result = run([](const trace::Position&) {
    return std::vector<run::MemoryRange>{{firmware::kArenaBase, firmware::kArenaBase + (1 << 16), false}};
  });
  EXPECT_NE(result.failure, "");
  ASSERT_FALSE(accesses_.empty());
  EXPECT_TRUE(accesses_.front().write) << "all reads were allowed";
}

TEST_F(GuardedMachineTest, CountsWhatItLooksAt) {
  const protocol::MachineResult result = run([](const trace::Position& position) {
    return std::vector<run::MemoryRange>{
        {firmware::kArenaBase, firmware::kArenaBase + (1 << 16), position.op == 0 || position.op == 1}};
  });
  EXPECT_EQ(result.failure, "");
  EXPECT_GT(result.guardedAccesses, 50U);
}

} // namespace
} // namespace arenascope::instrumentation
