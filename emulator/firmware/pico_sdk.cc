// Replaces newlib's memory functions as the Raspberry Pi Pico's SDK does: its boot ROM copies memory, with a fast path
// for few bytes. Ours takes about as long; kernels of a Cortex-M0+ read four bytes with it each time.
#include <cstddef>
#include <cstdint>

namespace {

constexpr std::size_t kFew = 7;

inline void copyFew(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  switch (bytes) {
  case 7: to[6] = from[6]; [[fallthrough]];
  case 6: to[5] = from[5]; [[fallthrough]];
  case 5: to[4] = from[4]; [[fallthrough]];
  case 4: to[3] = from[3]; [[fallthrough]];
  case 3: to[2] = from[2]; [[fallthrough]];
  case 2: to[1] = from[1]; [[fallthrough]];
  case 1: to[0] = from[0]; [[fallthrough]];
  default: return;
  }
}

std::uintptr_t addressOf(const std::uint8_t* byte) { return reinterpret_cast<std::uintptr_t>(byte); }

struct Block {
  std::uint32_t words[4];
};

[[gnu::noinline]] void copyMany(std::uint8_t* to, const std::uint8_t* from, std::size_t bytes) {
  if ((addressOf(to) - addressOf(from)) % sizeof(std::uint32_t) != 0) {
    while (bytes-- > 0) to[bytes] = from[bytes];
    return;
  }
  for (; addressOf(to) % sizeof(std::uint32_t) != 0; --bytes) *to++ = *from++;
  for (; bytes >= sizeof(Block); bytes -= sizeof(Block), to += sizeof(Block), from += sizeof(Block))
    *reinterpret_cast<Block*>(to) = *reinterpret_cast<const Block*>(from);
  for (; bytes >= sizeof(std::uint32_t); bytes -= 4, to += 4, from += 4)
    *reinterpret_cast<std::uint32_t*>(to) = *reinterpret_cast<const std::uint32_t*>(from);
  copyFew(to, from, bytes);
}

} // namespace

extern "C" void* memcpy(void* target, const void* source, std::size_t bytes) {
  auto* to = static_cast<std::uint8_t*>(target);
  const auto* from = static_cast<const std::uint8_t*>(source);
  if (bytes <= kFew)
    copyFew(to, from, bytes);
  else
    copyMany(to, from, bytes);
  return target;
}
