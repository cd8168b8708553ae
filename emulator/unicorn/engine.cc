#include "emulator/unicorn/engine.h"

#include <algorithm>

#include "emulator/firmware/memory_map.h"

namespace arenascope::unicorn {

namespace {

std::uint64_t pagesFor(std::uint64_t bytes) { return (bytes / firmware::kPageBytes + 1) * firmware::kPageBytes; }

} // namespace

Engine::~Engine() {
  if (kept_ != nullptr) uc_context_free(kept_);
  if (engine_ != nullptr) uc_close(engine_);
  for (const protocol::Region& region : regions_) file_.giveBack(window_, region.base, region.bytes);
}

std::string Engine::open(const cpu::Architecture& architecture, int cpu, std::uint32_t pageBytes) {
  if (uc_open(static_cast<uc_arch>(architecture.engine), static_cast<uc_mode>(architecture.mode), &engine_) !=
      UC_ERR_OK)
    return "the emulator cannot start";
  // Unicorn takes twice what it is told, and has one size for RISC-V.
  if (pageBytes != 0 && architecture.engine == UC_ARCH_ARM) uc_ctl_set_page_size(engine_, pageBytes / 2);
  if (uc_ctl_set_cpu_model(engine_, cpu) != UC_ERR_OK) return "the emulator does not know this processor";
  return {};
}

bool Engine::map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection) {
  const std::uint64_t whole = pagesFor(bytes);
  const auto before = std::ranges::find(regions_, base, &protocol::Region::base);
  if (before != regions_.end()) {
    file_.clear(window_, base, before->bytes);
    if (protections_[base] == protection && before->bytes == whole) return true;
    if (uc_mem_unmap(engine_, base, before->bytes) != UC_ERR_OK) return false;
    regions_.erase(before);
  }
  if (base + whole > protocol::GuestFile::kWindowBytes) return false;
  regions_.push_back({base, whole, base});
  protections_[base] = protection;
  return uc_mem_map_ptr(engine_, base, whole, protection, file_.at(window_, base, whole).data()) == UC_ERR_OK;
}

std::span<std::uint8_t> Engine::memory(std::uint64_t address, std::uint64_t bytes) {
  return protocol::memoryAt(file_, window_, regions_, address, bytes);
}

std::uint64_t Engine::regionBytes(std::uint32_t base) const {
  const auto found = std::ranges::find(regions_, base, &protocol::Region::base);
  return found == regions_.end() ? 0 : found->bytes;
}

bool Engine::isWritable(std::uint32_t address) const {
  const auto found = std::ranges::find_if(regions_, [address](const protocol::Region& region) {
    return address >= region.base && address - region.base < region.bytes;
  });
  return found != regions_.end() &&
         (protections_.at(static_cast<std::uint32_t>(found->base)) & static_cast<std::uint32_t>(UC_PROT_WRITE)) != 0;
}

bool Engine::keepRegisters() {
  return uc_context_alloc(engine_, &kept_) == UC_ERR_OK && uc_context_save(engine_, kept_) == UC_ERR_OK;
}

void Engine::restoreRegisters() { uc_context_restore(engine_, kept_); }

} // namespace arenascope::unicorn
