#include "emulator/machine/host_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "emulator/machine/memory_map.h"

namespace arenascope::machine {

std::uint64_t HostPages::sizeFor(std::uint64_t bytes) { return (bytes / kPageBytes + 1) * kPageBytes; }

void HostPages::clear() {
  if (madvise(memory_, size_, MADV_DONTNEED) != 0) std::fill_n(memory_, size_, std::uint8_t{0});
}

HostPages::HostPages(std::uint64_t bytes) : size_(sizeFor(bytes)) {
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

} // namespace arenascope::machine
