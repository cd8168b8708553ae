// Compressed constants: what DECODE makes of them, by a reader of the format that is written here, is what they were.
#include "core/model/rewrite/packing.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "core/model/rewrite/huffman.h"

namespace arenascope::rewrite {
namespace {

using model::Type;

struct Constant {
  model::Tensor tensor;
  std::vector<std::int32_t> shape;
  std::vector<float> scales;
  std::vector<std::uint8_t> bytes;

  const model::Tensor& described() {
    tensor.shape = shape;
    tensor.quantization.scales = scales;
    return tensor;
  }
  std::size_t each() const { return model::elementBytes(tensor.type); }
  std::size_t channelOf(std::size_t i) const {
    if (scales.size() < 2) return 0;
    return tensor.quantization.dimension == 0 ? i / (bytes.size() / each() / scales.size()) : i % scales.size();
  }
};

template <typename T>
Constant constantOf(Type type, std::vector<std::int32_t> shape, const std::vector<T>& values, std::size_t scales = 0) {
  Constant constant{.tensor = {}, .shape = std::move(shape), .scales = std::vector<float>(scales, 1.0F), .bytes = {}};
  constant.tensor.type = type;
  constant.bytes.resize(values.size() * sizeof(T));
  std::memcpy(constant.bytes.data(), values.data(), constant.bytes.size());
  return constant;
}

class Bits {
public:
  explicit Bits(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  std::uint32_t read(int count) {
    std::uint32_t value = 0;
    for (; count > 0; --count, ++next_) value = value << 1 | (bytes_.at(next_ / 8) >> (7 - next_ % 8) & 1U);
    return value;
  }
  void giveBack(int count) { next_ -= static_cast<std::size_t>(count); }

private:
  const std::vector<std::uint8_t>& bytes_;
  std::size_t next_ = 0;
};

std::uint32_t numberAt(const std::vector<std::uint8_t>& bytes, std::size_t at, std::size_t count) {
  std::uint32_t number = 0;
  for (std::size_t i = count; i-- > 0;) number = number << 8 | bytes.at(at + i);
  return number;
}

std::uint32_t symbolOf(Bits& codes, const Packing& packing) {
  const std::size_t entryBytes = (packing.description[5] & 1) != 0 ? 4 : 2;
  const int shift = static_cast<int>(entryBytes) * 8 - 5;
  int used = (packing.description[5] >> 4) + 1;
  std::size_t position = codes.read(used);
  for (;;) {
    const std::uint32_t entry = numberAt(packing.description, 16 + position * entryBytes, entryBytes);
    const int count = static_cast<int>(entry >> shift & 15);
    if ((entry >> (shift + 4)) != 0) {
      codes.giveBack(used - count);
      return entry & ((1U << shift) - 1);
    }
    used = count + 1;
    position += (entry & ((1U << shift) - 1)) + codes.read(used);
  }
}

std::vector<std::uint8_t> unpacked(const Packing& packing, const Constant& constant) {
  EXPECT_EQ(packing.description.at(0), static_cast<int>(packing.method));
  EXPECT_EQ(packing.description.at(1), 1);
  EXPECT_EQ(packing.description.at(4), 1);
  std::vector<std::uint8_t> bytes;
  Bits bits(packing.data);
  std::size_t next = 16;
  const std::size_t each = constant.each();
  const auto zero = static_cast<std::uint8_t>(constant.tensor.quantization.zeroPoint);
  for (std::size_t i = 0; i < constant.bytes.size() / each; ++i) {
    std::size_t at = 0;
    if (packing.method == Method::kHuffman) {
      const std::uint32_t symbol = symbolOf(bits, packing);
      for (std::size_t b = 0; b < each; ++b) bytes.push_back(static_cast<std::uint8_t>(symbol >> (8 * b)));
      continue;
    }
    if (packing.method == Method::kTable) {
      at = 16 + (constant.channelOf(i) * packing.description[6] + bits.read(packing.description[5])) * each;
    } else if (bits.read(1) == 0) {
      bytes.push_back(zero);
      bytes.insert(bytes.end(), each - 1, 0);
      continue;
    } else {
      at = next;
      next += each;
    }
    for (std::size_t b = 0; b < each; ++b) bytes.push_back(packing.description.at(at + b));
  }
  return bytes;
}

Packing packed(Constant& constant) {
  const auto packing = smallestPacking(constant.described(), constant.bytes);
  EXPECT_TRUE(packing);
  if (!packing) return {};
  EXPECT_EQ(unpacked(*packing, constant), constant.bytes);
  return *packing;
}

std::vector<std::int8_t> evenly(std::size_t count, int values) {
  std::vector<std::int8_t> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(static_cast<std::int8_t>(static_cast<int>(i * 7) % values - 3));
  return all;
}

TEST(PackingTest, EvenValuesTakeATableOfTheFewestBits) {
  for (const int values : {2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 64, 65, 128}) {
    SCOPED_TRACE(values);
    Constant constant = constantOf(Type::kInt8, {4096}, evenly(4096, values));
    const Packing packing = packed(constant);
    int bits = 1;
    while (1 << bits < values) ++bits;
    if (1 << bits != values) continue; // then codes of two lengths are shorter
    EXPECT_EQ(packing.method, Method::kTable);
    EXPECT_EQ(packing.bits, bits);
    EXPECT_EQ(packing.data.size(), 512U * static_cast<unsigned>(bits));
    EXPECT_EQ(packing.description.size(), 16U + static_cast<unsigned>(values));
    EXPECT_EQ(packing.description[6], 0) << "one table for all channels";
  }
}

TEST(PackingTest, ChannelsHaveTheirOwnTablesWhereThatIsSmaller) {
  for (const int dimension : {0, 1}) {
    SCOPED_TRACE(dimension);
    const std::vector<std::int32_t> shape =
        dimension == 0 ? std::vector<std::int32_t>{8, 1000} : std::vector<std::int32_t>{1000, 8};
    std::vector<float> values;
    for (int i = 0; i < 8000; ++i)
      values.push_back(static_cast<float>((dimension == 0 ? i / 1000 : i % 8) * 100 + (i / 8 + i) % 4));
    Constant constant = constantOf(Type::kFloat32, shape, values, 8);
    constant.tensor.quantization.dimension = dimension;
    const Packing packing = packed(constant);
    EXPECT_TRUE(packing.perChannel);
    EXPECT_EQ(packing.bits, 2);
    EXPECT_EQ(packing.description.size(), 16U + 8U * 4U * 4U);
  }
}

TEST(PackingTest, UnevenValuesTakeHuffmanCodes) {
  std::mt19937 random(1);
  std::geometric_distribution<int> often(0.3);
  std::vector<std::int8_t> bytes;
  std::vector<std::int16_t> words;
  for (int i = 0; i < 20'000; ++i) {
    bytes.push_back(static_cast<std::int8_t>(often(random)));
    words.push_back(static_cast<std::int16_t>(1000 * often(random) - 7));
  }
  Constant narrow = constantOf(Type::kInt8, {20'000}, bytes);
  const Packing packing = packed(narrow);
  EXPECT_EQ(packing.method, Method::kHuffman);
  EXPECT_LT(packing.bytes(), 20'000U * 3.1 / 8) << "the distribution has 2.94 bits of entropy";
  EXPECT_EQ(packing.data.size() % 4, 0U) << "it is read in words";
  Constant wide = constantOf(Type::kInt16, {20'000}, words);
  const Packing codes = packed(wide);
  EXPECT_EQ(codes.method, Method::kHuffman);
  EXPECT_EQ(codes.description[5] & 1, 1);
}

// Counts like Fibonacci's numbers make the longest codes.
TEST(PackingTest, LongCodesAreReadInSeveralSteps) {
  std::vector<std::uint64_t> symbols;
  std::uint64_t counts[] = {1, 1};
  for (std::uint64_t symbol = 0; symbol < 22; ++symbol) {
    symbols.insert(symbols.end(), counts[0], symbol);
    counts[0] = std::exchange(counts[1], counts[0] + counts[1]);
  }
  const HuffmanCode code = huffmanOf(symbols, 2);
  EXPECT_EQ(code.longest, 21);
  EXPECT_LE(code.firstBits, 10);
  std::vector<std::int8_t> values(symbols.begin(), symbols.end());
  Constant constant = constantOf(Type::kInt8, {static_cast<std::int32_t>(values.size())}, values);
  EXPECT_EQ(packed(constant).method, Method::kHuffman);
}

TEST(PackingTest, ASingleValueTakesNoBits) {
  EXPECT_EQ(huffmanOf(std::vector<std::uint64_t>(1000, 5), 2).data.size(), 4U);
  Constant constant = constantOf(Type::kInt8, {1000}, std::vector<std::int8_t>(1000, 5));
  EXPECT_LT(packed(constant).bytes(), 32U);
}

TEST(PackingTest, ZeroPointsAreLeftOut) {
  std::vector<std::int8_t> values;
  for (int i = 0; i < 8000; ++i) values.push_back(static_cast<std::int8_t>(i % 8 == 0 ? i * 37 % 251 - 125 : 4));
  Constant constant = constantOf(Type::kInt8, {8000}, values, 1);
  constant.tensor.quantization.zeroPoint = 4;
  constant.tensor.quantization.zeroPointsAreZero = false;
  packed(constant);
  std::vector<std::int32_t> numbers(8000);
  for (std::size_t i = 0; i < numbers.size(); i += 20) numbers[i] = static_cast<std::int32_t>(i * 1'000'003);
  Constant words = constantOf(Type::kInt32, {8000}, numbers);
  EXPECT_EQ(packed(words).method, Method::kPruned);
}

TEST(PackingTest, WhatDecodeCannotHoldIsRefused) {
  Constant unsigned8 = constantOf(Type::kUint8, {4}, std::vector<std::uint8_t>{1, 2, 3, 4});
  EXPECT_FALSE(smallestPacking(unsigned8.described(), unsigned8.bytes));
  Constant middle = constantOf(Type::kFloat32, {2, 2, 2}, std::vector<float>(8, 1.0F), 2);
  middle.tensor.quantization.dimension = 1;
  EXPECT_FALSE(smallestPacking(middle.described(), middle.bytes)) << "channels along a dimension in the middle";
  EXPECT_EQ(distinctValues(middle.described(), middle.bytes), 1U);
}

} // namespace
} // namespace arenascope::rewrite
