#include "emulator/cpu/ram_timing.h"

#include <algorithm>

namespace arenascope::cpu {

namespace {

constexpr std::uint32_t kCacheWays = 4; // [M7]: of the data cache

} // namespace

RamAccesses::RamAccesses(const RamTiming& ram, const std::optional<ArenaTiming>& arena, AddressRange arenaAt)
    : ram_(ram), arena_(arena), arenaAt_(arenaAt) {
  const RamTiming none;
  const RamTiming* cached = &ram_;
  for (const RamTiming* memory : {arena_ ? &arena_->nonPersistent : &none, arena_ ? &arena_->persistent : &none})
    if (memory->cacheBytes > cached->cacheBytes) cached = memory;
  if (hasWaitStates()) needCache(cached->cacheBytes, cached->lineBytes);
}

void RamAccesses::needCache(std::uint32_t bytes, std::uint32_t lineBytes) {
  if (bytes <= cacheBytes_) return;
  cacheBytes_ = bytes;
  cache_.emplace(bytes, lineBytes, kCacheWays);
}

const RamTiming& RamAccesses::memoryAt(std::uint32_t address) const {
  if (!arena_ || address < arenaAt_.begin || address >= arenaAt_.end) return ram_;
  return address - arenaAt_.begin < arena_->headBytes ? arena_->nonPersistent : arena_->persistent;
}

std::uint32_t RamAccesses::stallIn(const RamTiming& memory, std::uint32_t address, std::uint32_t bytes, bool write) {
  if (bytes == 0) return 0;
  const std::uint32_t first = address / memory.lineBytes;
  const std::uint32_t last = (address + bytes - 1) / memory.lineBytes;
  if (memory.cacheBytes == 0 || !cache_) return (last - first + 1) * (write ? memory.writes : memory.reads);
  std::uint32_t cycles = 0;
  for (std::uint32_t line = first; line <= last; ++line) {
    const LineCache::Touched touched = cache_->touch(line, write);
    if (!touched.there && !write) cycles += memory.reads;
    if (touched.writtenBack) cycles += memory.writes;
  }
  return cycles;
}

} // namespace arenascope::cpu
