#include "core/interpreter/kernels/flex_map.h"

#include <flatbuffers/flexbuffers.h>
#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace arenascope::kernels {
namespace {

std::vector<std::uint8_t> sample() {
  flexbuffers::Builder builder;
  builder.Map([&] {
    builder.Int("count", 300);
    builder.Bool("flag", true);
    builder.Float("ratio", 0.5F);
    builder.Int("shift", -7);
  });
  builder.Finish();
  return builder.GetBuffer();
}

TEST(FlexMapTest, ReadsByKeyAndByPosition) {
  const std::vector<std::uint8_t> bytes = sample();
  const FlexMap map(bytes.data(), bytes.size());
  EXPECT_EQ(map.size(), 4);
  EXPECT_EQ(map.integer(map.find("count")), 300);
  EXPECT_EQ(map.integer(3), -7);
  EXPECT_TRUE(map.boolean(map.find("flag")));
  EXPECT_EQ(map.real(map.find("ratio")), 0.5F);
}

TEST(FlexMapTest, WhatIsNotThereIsZero) {
  const std::vector<std::uint8_t> bytes = sample();
  const FlexMap map(bytes.data(), bytes.size());
  EXPECT_EQ(map.find("coun"), -1);
  EXPECT_EQ(map.find("counts"), -1);
  EXPECT_EQ(map.integer(-1), 0);
  EXPECT_EQ(map.integer(4), 0);
  EXPECT_EQ(FlexMap(nullptr, 0).size(), 0);
}

// A page between two inaccessible ones: a read outside it ends the program.
class LonelyPage {
public:
  LonelyPage() {
    void* pages = mmap(nullptr, 3 * size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT_NE(pages, MAP_FAILED);
    page_ = static_cast<std::uint8_t*>(pages) + size_;
    EXPECT_EQ(mprotect(page_, size_, PROT_READ | PROT_WRITE), 0);
  }
  ~LonelyPage() { munmap(page_ - size_, 3 * size_); }
  LonelyPage(const LonelyPage&) = delete;
  LonelyPage& operator=(const LonelyPage&) = delete;
  const std::uint8_t* atBegin(const std::vector<std::uint8_t>& bytes) { return put(bytes, 0); }
  const std::uint8_t* atEnd(const std::vector<std::uint8_t>& bytes) { return put(bytes, size_ - bytes.size()); }

private:
  const std::uint8_t* put(const std::vector<std::uint8_t>& bytes, std::size_t offset) {
    std::copy(bytes.begin(), bytes.end(), page_ + offset);
    return page_ + offset;
  }
  std::size_t size_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::uint8_t* page_ = nullptr;
};

// All that is in it, added up.
double sumOf(const std::uint8_t* bytes, std::size_t count) {
  const FlexMap map(bytes, count);
  double sum = map.find("ratio");
  for (int i = -1; i < 8; ++i) sum += static_cast<double>(map.integer(i)) + static_cast<double>(map.real(i));
  return sum;
}

// Cut off anywhere, or with any byte changed: nothing outside the bytes is read, and they say the same wherever they
// lie.
TEST(FlexMapTest, DamagedBytesAreHarmless) {
  const std::vector<std::uint8_t> whole = sample();
  LonelyPage page;
  const auto readAll = [&page](const std::vector<std::uint8_t>& bytes) {
    const double sum = sumOf(page.atBegin(bytes), bytes.size());
    const double again = sumOf(page.atEnd(bytes), bytes.size());
    EXPECT_TRUE(sum == again || (sum != sum && again != again)) << sum << " and " << again; // or no number, both times
  };
  for (std::size_t length = 0; length < whole.size(); ++length)
    readAll({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (const int value : {0, 1, 0x7F, 0x80, 0xFF}) {
      std::vector<std::uint8_t> damaged = whole;
      damaged[i] = static_cast<std::uint8_t>(value);
      readAll(damaged);
    }
  EXPECT_EQ(sumOf(whole.data(), whole.size()), 2 + (300 + 1 + 0 - 7) + (300 + 1 + 0.5 - 7));
}

} // namespace
} // namespace arenascope::kernels
