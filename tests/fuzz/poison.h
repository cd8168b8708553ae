// The address sanitizer's view of memory, changed by hand; no effect in builds without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#if defined(__SANITIZE_ADDRESS__)
#define ARENASCOPE_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENASCOPE_ADDRESS_SANITIZER 1
#endif
#endif
#ifdef ARENASCOPE_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace arenascope::fuzz {

inline void poison([[maybe_unused]] std::uint64_t address, [[maybe_unused]] std::size_t bytes) {
#ifdef ARENASCOPE_ADDRESS_SANITIZER
  __asan_poison_memory_region(reinterpret_cast<void*>(address), bytes);
#endif
}

inline void unpoison([[maybe_unused]] std::uint64_t address, [[maybe_unused]] std::size_t bytes) {
#ifdef ARENASCOPE_ADDRESS_SANITIZER
  __asan_unpoison_memory_region(reinterpret_cast<void*>(address), bytes);
#endif
}

// A model file has some zeros after it (see ModelFile): no kernel may read them.
class PoisonedTail {
public:
  explicit PoisonedTail(std::span<const std::uint8_t> model)
      : begin_(reinterpret_cast<std::uintptr_t>(model.data()) + model.size()), bytes_(64 - model.size() % 64) {
    poison(begin_, bytes_);
  }
  ~PoisonedTail() { unpoison(begin_, bytes_); }
  PoisonedTail(const PoisonedTail&) = delete;
  PoisonedTail& operator=(const PoisonedTail&) = delete;

private:
  std::uint64_t begin_;
  std::size_t bytes_;
};

} // namespace arenascope::fuzz
