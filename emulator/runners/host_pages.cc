#include "emulator/runners/host_pages.h"

#include <sys/mman.h>

#include <utility>

namespace arenascope::runners {

namespace {

constexpr std::uint64_t kPageBytes = 4096;

} // namespace

HostPages::HostPages(std::uint64_t bytes) : size_((bytes / kPageBytes + 1) * kPageBytes) {
  void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  memory_ = static_cast<std::uint8_t*>(memory);
}

HostPages::~HostPages() {
  if (memory_ != nullptr) munmap(memory_, size_);
}

HostPages::HostPages(HostPages&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), size_(std::exchange(other.size_, 0)) {}

HostPages& HostPages::operator=(HostPages&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  return *this;
}

} // namespace arenascope::runners
