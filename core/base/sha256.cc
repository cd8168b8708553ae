#include <sha256.h>

#include <array>

#include "core/base/hash.h"

namespace arenascope {

std::string sha256Hex(std::span<const std::uint8_t> bytes) {
  SHA2_CTX state;
  SHA256Init(&state);
  SHA256Update(&state, bytes.data(), bytes.size());
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest{};
  SHA256Final(digest.data(), &state);
  return hexBytes(digest);
}

} // namespace arenascope
