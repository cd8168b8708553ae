#include "emulator/machine/engine.h"

#include <algorithm>

namespace arenascope::machine {

Engine::~Engine() {
  if (kept_ != nullptr) uc_context_free(kept_);
  if (engine_ != nullptr) uc_close(engine_);
}

std::string Engine::open(const isa::Architecture& architecture, int cpu) {
  if (uc_open(static_cast<uc_arch>(architecture.engine), static_cast<uc_mode>(architecture.mode), &engine_) !=
      UC_ERR_OK)
    return "the emulator does not start";
  if (uc_ctl_set_cpu_model(engine_, cpu) != UC_ERR_OK) return "the emulator does not know this processor";
  return {};
}

bool Engine::map(std::uint32_t base, std::uint64_t bytes, std::uint32_t protection) {
  const auto before = std::find_if(regions_.begin(), regions_.end(), [&](const Region& r) { return r.base == base; });
  if (before != regions_.end()) {
    if (before->protection == protection && before->pages.bytes().size() == HostPages::sizeFor(bytes)) {
      before->pages.clear();
      return true;
    }
    if (uc_mem_unmap(engine_, base, before->pages.bytes().size()) != UC_ERR_OK) return false;
    regions_.erase(before);
  }
  Region region{base, protection, HostPages(bytes)};
  if (region.pages.empty()) return false;
  const std::span<std::uint8_t> pages = region.pages.bytes();
  regions_.push_back(std::move(region));
  return uc_mem_map_ptr(engine_, base, pages.size(), protection, pages.data()) == UC_ERR_OK;
}

std::span<std::uint8_t> Engine::memory(std::uint64_t address, std::uint64_t bytes) {
  for (const Region& region : regions_) {
    const std::span<std::uint8_t> pages = region.pages.bytes();
    if (address < region.base || address - region.base > pages.size()) continue;
    const std::uint64_t offset = address - region.base;
    if (bytes <= pages.size() - offset) return pages.subspan(offset, bytes);
  }
  return {};
}

std::uint64_t Engine::regionBytes(std::uint32_t base) const {
  for (const Region& region : regions_)
    if (region.base == base) return region.pages.bytes().size();
  return 0;
}

bool Engine::keepRegisters() {
  return uc_context_alloc(engine_, &kept_) == UC_ERR_OK && uc_context_save(engine_, kept_) == UC_ERR_OK;
}

void Engine::restoreRegisters() { uc_context_restore(engine_, kept_); }

} // namespace arenascope::machine
