#include "emulator/rp2040/rp2040_flash.h"

#include <gtest/gtest.h>

#include <vector>

namespace arenascope::rp2040 {
namespace {

// CRC-32 without reflection and inversion at the end (its name elsewhere: CRC-32/MPEG-2), whose check value for the
// text "123456789" is 0x0376E6E7; here of 252 bytes, the text in front of zeros.
std::uint32_t checksum(const std::vector<std::uint8_t>& bytes) {
  std::uint32_t sum = 0xFFFFFFFF;
  for (const std::uint8_t byte : bytes) {
    sum ^= std::uint32_t{byte} << 24;
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 0x80000000) != 0 ? (sum << 1) ^ 0x04C11DB7 : sum << 1;
  }
  return sum;
}

std::vector<std::uint8_t> flashWithLoader() {
  std::vector<std::uint8_t> flash = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  EXPECT_EQ(checksum(flash), 0x0376E6E7U);
  flash.resize(kLoaderBytes - 4);
  const std::uint32_t sum = checksum(flash);
  for (int byte = 0; byte < 4; ++byte) flash.push_back(static_cast<std::uint8_t>(sum >> (8 * byte)));
  flash.resize(1024);
  return flash;
}

TEST(Rp2040FlashTest, ALoaderHasItsChecksumAtItsEnd) {
  std::vector<std::uint8_t> flash = flashWithLoader();
  EXPECT_TRUE(hasLoader(flash));
  flash[kLoaderBytes] = 1;
  EXPECT_TRUE(hasLoader(flash)) << "what follows does not matter";
  for (const std::size_t place : {std::size_t{0}, std::size_t{251}, std::size_t{252}, std::size_t{255}}) {
    std::vector<std::uint8_t> changed = flash;
    changed[place] ^= 1;
    EXPECT_FALSE(hasLoader(changed)) << place;
  }
}

TEST(Rp2040FlashTest, ALoaderAloneIsNoImage) {
  std::vector<std::uint8_t> flash = flashWithLoader();
  flash.resize(kLoaderBytes);
  EXPECT_FALSE(hasLoader(flash));
  EXPECT_FALSE(hasLoader({}));
}

} // namespace
} // namespace arenascope::rp2040
