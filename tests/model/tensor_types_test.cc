#include "core/model/flatbuffer/tensor_types.h"

#include <gtest/gtest.h>

namespace arenascope::model {
namespace {

TEST(TensorTypesTest, AreNamedAsPeopleWriteThem) {
  EXPECT_EQ(typeName(schema::TensorType_INT8), "int8");
  EXPECT_EQ(typeName(schema::TensorType_FLOAT32), "float32");
  EXPECT_EQ(typeName(schema::TensorType_COMPLEX64), "complex64");
}

TEST(TensorTypesTest, InTheFileNumbersOfFourBitsTakeHalfAByte) {
  EXPECT_EQ(typeBits(schema::TensorType_INT4), 4U);
  EXPECT_EQ(elementBytes(schema::TensorType_INT4), 1U) << "in memory they take a whole one";
}

// Of every type that the schema has, what memory has of it is what the file has, or nothing.
TEST(TensorTypesTest, MemoryHasWholeBytesOfWhatTheFileHas) {
  int whole = 0;
  for (const schema::TensorType type : schema::EnumValuesTensorType()) {
    const std::uint32_t bits = typeBits(type);
    EXPECT_FALSE(typeName(type).empty());
    if (bits % 8 != 0 || type == schema::TensorType_RESOURCE) continue;
    EXPECT_EQ(elementBytes(type) * 8, bits) << typeName(type);
    whole += bits > 0 ? 1 : 0;
  }
  EXPECT_GE(whole, 12);
  EXPECT_EQ(typeBits(schema::TensorType_STRING), 0U) << "the format does not fix it";
  EXPECT_EQ(elementBytes(schema::TensorType_RESOURCE), 4U) << "a number";
}

} // namespace
} // namespace arenascope::model
