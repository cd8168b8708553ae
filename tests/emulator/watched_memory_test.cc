#include "emulator/unicorn/watched_memory.h"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <vector>

#include "emulator/unicorn/code_in_flash.h"
#include "tests/emulator/engine_with_code.h"

namespace arenascope::unicorn {
namespace {

struct Seen {
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
  bool write = false;

  bool operator==(const Seen&) const = default;
};

// A program whose accesses to RAM are observed by a hook, and by WatchedMemory where that is tested.
class WatchedMemoryTest : public testing::Test {
protected:
  static constexpr std::uint32_t kRefused = firmware::kRamBase + 8; // left to the hook

  void run(const std::vector<std::uint16_t>& code, bool watches) {
    byHook_.clear();
    byWatch_.clear();
    EngineWithCode program(code);
    Engine& engine = program.engine();
    program.write(UC_ARM_REG_R0, firmware::kFlashBase);
    program.write(UC_ARM_REG_R2, firmware::kRamBase);
    uc_hook hook = 0;
    uc_hook_add(engine.get(), &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, reinterpret_cast<void*>(&onHook), this,
                firmware::kRamBase, firmware::kRamBase + 4095);
    {
      const CodeInFlash here(engine);
      std::optional<WatchedMemory> watched;
      const WatchedMemory::Base bases[] = {{firmware::kFlashBase, false}, {firmware::kRamBase, true}};
      if (watches) watched.emplace(engine, bases, &onWatch, this);
      error_ = program.run();
    }
    ram_.resize(4);
    std::memcpy(ram_.data(), engine.memory(firmware::kRamBase, 16).data(), 16);
  }

  static void onHook(uc_engine* /*engine*/, uc_mem_type type, std::uint64_t address, int size, std::int64_t /*value*/,
                     void* user) {
    static_cast<WatchedMemoryTest*>(user)->byHook_.push_back(
        {static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(size), type == UC_MEM_WRITE});
  }
  static bool onWatch(void* user, std::uint32_t address, std::uint32_t bytes, bool write) {
    if (address >= kRefused) return false;
    static_cast<WatchedMemoryTest*>(user)->byWatch_.push_back({address, bytes, write});
    return true;
  }

  std::vector<Seen> byHook_;
  std::vector<Seen> byWatch_;
  std::vector<std::uint32_t> ram_;
  uc_err error_ = UC_ERR_OK;
};

constexpr std::uint16_t kReadFlash = 0x6801;    // ldr r1, [r0]
constexpr std::uint16_t kStore = 0x6011;        // str r1, [r2]
constexpr std::uint16_t kLoadByte = 0x7853;     // ldrb r3, [r2, #1]
constexpr std::uint16_t kStoreUpper = 0x80D3;   // strh r3, [r2, #6]
constexpr std::uint16_t kStoreRefused = 0x6093; // str r3, [r2, #8]
constexpr std::uint16_t kWriteFlash = 0x6001;   // str r1, [r0]

TEST_F(WatchedMemoryTest, EachAccessIsReportedOnceAndDone) {
  const std::vector<std::uint16_t> code = {kReadFlash, kStore, kLoadByte, kStoreUpper, kStoreRefused};
  run(code, false);
  ASSERT_EQ(error_, UC_ERR_OK);
  const std::vector<Seen> all = byHook_;
  const std::vector<std::uint32_t> ram = ram_;
  EXPECT_EQ(all, (std::vector<Seen>{{firmware::kRamBase, 4, true},
                                    {firmware::kRamBase + 1, 1, false},
                                    {firmware::kRamBase + 6, 2, true},
                                    {kRefused, 4, true}}));
  EXPECT_EQ(ram[2], std::uint32_t{kReadFlash} >> 8);

  run(code, true);
  EXPECT_EQ(error_, UC_ERR_OK);
  EXPECT_EQ(ram_, ram);
  std::vector<Seen> seen = byWatch_;
  seen.insert(seen.end(), byHook_.begin(), byHook_.end());
  EXPECT_EQ(seen, all);
  EXPECT_EQ(byWatch_.size(), isTuned() ? 3U : 0U);
}

TEST_F(WatchedMemoryTest, AStoreToFlashIsAFault) {
  run({kReadFlash, kWriteFlash}, true);
  EXPECT_EQ(error_, UC_ERR_WRITE_PROT);
}

} // namespace
} // namespace arenascope::unicorn
