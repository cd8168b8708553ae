#include "emulator/unicorn/placed_blocks.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "emulator/unicorn/code_in_flash.h"
#include "tests/emulator/engine_with_code.h"

namespace arenascope::unicorn {
namespace {

using instrumentation::Block;
using instrumentation::BlockTable;

struct SeenBlock {
  void* first = nullptr;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
};

void onBlock(void* first, std::uint64_t address, std::uint32_t bytes, void* user) {
  static_cast<std::vector<SeenBlock>*>(user)->push_back({first, address, bytes});
}

// Two blocks, of which the table has the first alone.
TEST(PlacedBlocksTest, AHookGetsTheBlocksPlace) {
  constexpr std::array<std::uint16_t, 4> kCode = {0xE000, 0xBF00, 0xBF00, 0xBF00}; // b to the third; nop
  const std::unique_ptr<cpu::CycleModel> model = cpu::find("cortex-m4")->makeModel();
  std::array<std::uint8_t, 2> first{};
  std::memcpy(first.data(), kCode.data(), first.size());
  BlockTable table(first, firmware::kFlashBase, *model);
  EngineWithCode program(kCode);
  std::vector<SeenBlock> seen;
  uc_hook hook = 0;
  uc_hook_add(program.engine().get(), &hook, UC_HOOK_BLOCK, reinterpret_cast<void*>(&onBlock), &seen, 1, 0);
  {
    const PlacedBlocks placed(table);
    for (int runs = 0; runs < 2; ++runs) // translated in the first
      ASSERT_EQ(program.run(), UC_ERR_OK);
  }
  ASSERT_EQ(seen.size(), 4U);
  for (std::size_t i = 0; i < seen.size(); i += 2) {
    EXPECT_EQ(seen[i].address, firmware::kFlashBase);
    EXPECT_EQ(seen[i].bytes, 2U);
    EXPECT_EQ(seen[i + 1].address, firmware::kFlashBase + 4);
    if (!isTuned()) {
      EXPECT_EQ(seen[i].first, program.engine().get());
      continue;
    }
    EXPECT_EQ(seen[i].first, table.fast().placeOf(firmware::kFlashBase));
    EXPECT_NE(seen[i + 1].first, program.engine().get());
    EXPECT_EQ(static_cast<Block*>(seen[i + 1].first)->key, 0U);
  }
}

} // namespace
} // namespace arenascope::unicorn
