#include "emulator/protocol/guest_file.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace arenascope::protocol {
namespace {

constexpr std::uint64_t kPage = 4096;

// Without a sandbox (a kernel without seccomp) an emulator could cut the file off, and end this program where it
// reads what is no longer there.
TEST(GuestFileTest, NobodyCutsItOff) {
  const std::optional<GuestFile> file = GuestFile::create();
  ASSERT_TRUE(file.has_value());
  constexpr std::uint32_t kPlace = 0x20000000;
  file->at(0, kPlace, 1)[0] = 7;
  const pid_t other = fork();
  if (other == 0) {
    const bool kept = ftruncate(file->descriptor(), 0) != 0 && errno == EPERM &&
                      ftruncate(file->descriptor(), off_t{1} << 40) != 0 && errno == EPERM;
    _exit(kept ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  EXPECT_EQ(status, 0) << "it was cut off, or made longer";
  EXPECT_EQ(fcntl(file->descriptor(), F_ADD_SEALS, F_SEAL_WRITE), -1) << "and nobody adds another seal";
  if (status == 0) {
    EXPECT_EQ(file->at(0, kPlace, 1)[0], 7);
    file->giveBack(0, kPlace & ~0xFFFU, 4096);
    EXPECT_EQ(file->at(0, kPlace, 1)[0], 0) << "memory is still given back";
  }
}

// Both sides see what either writes.
TEST(GuestFileTest, IsTheSameMemoryForWhoAdoptsIt) {
  const std::optional<GuestFile> file = GuestFile::create();
  ASSERT_TRUE(file.has_value());
  const std::optional<GuestFile> other = GuestFile::adopt(dup(file->descriptor()));
  ASSERT_TRUE(other.has_value());
  file->at(1, 0xFFFFF000, kPage)[kPage - 1] = 9;
  EXPECT_EQ(other->at(1, 0xFFFFF000, kPage)[kPage - 1], 9) << "to the last byte";
  EXPECT_EQ(other->at(0, 0xFFFFF000, kPage)[kPage - 1], 0) << "each window has its own";
  other->shared().cancelled = 1;
  EXPECT_EQ(file->shared().cancelled, 1U);
}

TEST(GuestFileTest, IsClearedWhereItIsSaid) {
  const std::optional<GuestFile> file = GuestFile::create();
  ASSERT_TRUE(file.has_value());
  const std::uint32_t place = 0x20000000;
  for (std::uint64_t at = 0; at < 3 * kPage; ++at) file->at(0, place, 3 * kPage)[at] = 5;
  file->clear(0, place + 100, kPage);
  EXPECT_EQ(file->at(0, place + 99, 1)[0], 5);
  EXPECT_EQ(file->at(0, place + 100, 1)[0], 0);
  EXPECT_EQ(file->at(0, place + 99 + kPage, 1)[0], 0);
  EXPECT_EQ(file->at(0, place + 100 + kPage, 1)[0], 5);
}

// Empty unless one region maps all of it: no read goes past an engine's memory.
TEST(GuestFileTest, BytesOutsideTheRegionsAreNobodys) {
  const std::optional<GuestFile> file = GuestFile::create();
  ASSERT_TRUE(file.has_value());
  const Region regions[] = {{.base = 0x1000, .bytes = 0x1000, .place = 0x5000},
                            {.base = 0x2000, .bytes = 0x1000, .place = 0x8000}};
  file->at(0, 0x5010, 1)[0] = 3;
  ASSERT_EQ(memoryAt(*file, 0, regions, 0x1010, 16).size(), 16U);
  EXPECT_EQ(memoryAt(*file, 0, regions, 0x1010, 16)[0], 3) << "where the engine has it";
  EXPECT_EQ(memoryAt(*file, 0, regions, 0x1000, 0x1000).size(), 0x1000U);
  EXPECT_TRUE(memoryAt(*file, 0, regions, 0xFFF, 2).empty());
  EXPECT_TRUE(memoryAt(*file, 0, regions, 0x1FFF, 2).empty()) << "over the end of one into the next";
  EXPECT_TRUE(memoryAt(*file, 0, regions, 0x3000, 1).empty());
  EXPECT_TRUE(memoryAt(*file, 0, regions, 0x1000, ~std::uint64_t{0}).empty());
  EXPECT_TRUE(memoryAt(*file, 0, regions, ~std::uint64_t{0}, 2).empty());
}

} // namespace
} // namespace arenascope::protocol
