// SHA-256 (FIPS 180-4), which WebAssembly has no system library for; checked against the one of other builds by the
// models' hashes in reports.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/base/hash.h"

namespace arenascope {

namespace {

using Words = std::array<std::uint32_t, 8>;

constexpr std::size_t kBlockBytes = 64;
constexpr int kRounds = 64;

// The standard's constants: the first 32 bits of the fractional parts of roots of the first primes.
struct Constants {
  Words start{};
  std::array<std::uint32_t, kRounds> rounds{};

  Constants() {
    std::size_t found = 0;
    for (int candidate = 2; found < rounds.size(); ++candidate) {
      bool prime = true;
      for (int divisor = 2; divisor * divisor <= candidate; ++divisor) prime = prime && candidate % divisor != 0;
      if (!prime) continue;
      if (found < start.size()) start[found] = fraction(std::sqrt(static_cast<long double>(candidate)));
      rounds[found++] = fraction(std::cbrt(static_cast<long double>(candidate)));
    }
  }

  static std::uint32_t fraction(long double root) {
    constexpr long double kTwoTo32 = 4294967296.0L;
    return static_cast<std::uint32_t>((root - std::floor(root)) * kTwoTo32);
  }
};

void addBlock(Words& state, const std::uint8_t* block, const Constants& constants) {
  std::array<std::uint32_t, kRounds> w{};
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t byte = 0; byte < 4; ++byte) w[i] = w[i] << 8 | block[4 * i + byte];
  for (std::size_t i = 16; i < w.size(); ++i) {
    const std::uint32_t a = w[i - 15];
    const std::uint32_t b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::uint32_t first =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants.rounds[i] + w[i];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const Words added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += added[i];
}

} // namespace

std::string sha256Hex(std::span<const std::uint8_t> bytes) {
  static const Constants constants;
  Words state = constants.start;
  const std::size_t whole = bytes.size() / kBlockBytes * kBlockBytes;
  for (std::size_t at = 0; at < whole; at += kBlockBytes) addBlock(state, bytes.data() + at, constants);
  std::array<std::uint8_t, 2 * kBlockBytes> last{};
  const std::size_t rest = bytes.size() - whole;
  std::copy(bytes.begin() + static_cast<std::ptrdiff_t>(whole), bytes.end(), last.begin());
  last[rest] = 0x80;
  const std::size_t padded = rest + 9 > kBlockBytes ? 2 * kBlockBytes : kBlockBytes;
  const std::uint64_t bits = std::uint64_t{8} * bytes.size();
  for (std::size_t i = 0; i < 8; ++i) last[padded - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
  for (std::size_t at = 0; at < padded; at += kBlockBytes) addBlock(state, last.data() + at, constants);
  std::array<std::uint8_t, 32> digest{};
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return hexBytes(digest);
}

} // namespace arenascope
