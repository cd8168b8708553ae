#include "emulator/unicorn/watched_memory.h"

#include <algorithm>
#include <cstring>

#include "emulator/unicorn/code_in_flash.h"
#include "emulator/unicorn/exit_checks.h"

namespace arenascope::unicorn {

namespace {

thread_local const WatchedMemory* watched = nullptr; // null: all accesses are left to the hooks

} // namespace

WatchedMemory::WatchedMemory(Engine& engine, std::span<const Base> bases, Observe observe, void* user)
    : observe_(observe), user_(user) {
  if (!isTuned()) return;
  std::array<int, std::tuple_size_v<decltype(parts_)>> regions{};
  for (const protocol::Region& region : engine.regions()) {
    const auto base = std::ranges::find(bases, region.base, &Base::address);
    for (std::uint64_t part = region.base >> kPartBits; part <= (region.base + region.bytes - 1) >> kPartBits; ++part)
      if (++regions[part] > 1 || base == bases.end())
        parts_[part] = {};
      else
        parts_[part] = {static_cast<std::uint32_t>(region.base), static_cast<std::uint32_t>(region.bytes),
                        engine.memory(region.base, region.bytes).data(),
                        engine.isWritable(static_cast<std::uint32_t>(region.base)), base->isReported};
  }
  watched = this;
}

WatchedMemory::~WatchedMemory() { watched = nullptr; }

} // namespace arenascope::unicorn

#ifdef ARENASCOPE_UNICORN_TUNED
namespace {

using arenascope::unicorn::beginAccess;
using arenascope::unicorn::endRequested;

template <typename Value>
std::uint8_t* reported(std::uint32_t address, bool write) {
  const arenascope::unicorn::WatchedMemory* const memory = arenascope::unicorn::watched;
  return memory == nullptr ? nullptr : memory->access(address, sizeof(Value), write);
}

} // namespace

// Translated code calls these for loads and stores that it does not do itself: redirected by the linker (--wrap, in
// cmake/ArenascopeUnicorn.cmake); __real_ are Unicorn's own. A hook that stops the run, and a store that fails, ask for
// the end of translated code, which does not look for that behind an access (exit_checks.cc).
#define LOAD(name, processor, Result, Value)                                                                           \
  Result __real_##name(void* state, std::uint32_t address, std::uint32_t index, std::uintptr_t from);                  \
  Result __wrap_##name(void* state, std::uint32_t address, std::uint32_t index, std::uintptr_t from) {                 \
    const std::uint8_t* const place = reported<Value>(address, false);                                                 \
    if (place == nullptr) {                                                                                            \
      beginAccess();                                                                                                   \
      const Result loaded = __real_##name(state, address, index, from);                                                \
      if (void* const asked = endRequested()) cpu_loop_exit_restore_##processor(asked, from);                          \
      return loaded;                                                                                                   \
    }                                                                                                                  \
    Value value;                                                                                                       \
    std::memcpy(&value, place, sizeof(value));                                                                         \
    return value;                                                                                                      \
  }
#define STORE(name, processor, Value)                                                                                  \
  void __real_##name(void* state, std::uint32_t address, Value value, std::uint32_t index, std::uintptr_t from);       \
  void __wrap_##name(void* state, std::uint32_t address, Value value, std::uint32_t index, std::uintptr_t from) {      \
    std::uint8_t* const place = reported<Value>(address, true);                                                        \
    if (place != nullptr) {                                                                                            \
      std::memcpy(place, &value, sizeof(value));                                                                       \
      return;                                                                                                          \
    }                                                                                                                  \
    beginAccess();                                                                                                     \
    __real_##name(state, address, value, index, from);                                                                 \
    if (void* const asked = endRequested()) cpu_loop_exit_restore_##processor(asked, from);                            \
  }
#define ALL(processor)                                                                                                 \
  [[noreturn]] void cpu_loop_exit_restore_##processor(void* cpu, std::uintptr_t from);                                 \
  LOAD(helper_ret_ldub_mmu_##processor, processor, std::uint64_t, std::uint8_t)                                        \
  LOAD(helper_le_lduw_mmu_##processor, processor, std::uint64_t, std::uint16_t)                                        \
  LOAD(helper_le_ldul_mmu_##processor, processor, std::uint64_t, std::uint32_t)                                        \
  LOAD(helper_le_ldq_mmu_##processor, processor, std::uint64_t, std::uint64_t)                                         \
  STORE(helper_ret_stb_mmu_##processor, processor, std::uint8_t)                                                       \
  STORE(helper_le_stw_mmu_##processor, processor, std::uint16_t)                                                       \
  STORE(helper_le_stl_mmu_##processor, processor, std::uint32_t)                                                       \
  STORE(helper_le_stq_mmu_##processor, processor, std::uint64_t)
extern "C" {
ALL(arm)
ALL(riscv32)
}
#undef ALL
#undef STORE
#undef LOAD
#endif
