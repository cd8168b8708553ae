#include "core/model/graph/tensor_types.h"

#include <gtest/gtest.h>

#include "core/base/text_format.h"
#include "core/model/load/type_of.h"

namespace arenascope::model {
namespace {

TEST(TensorTypesTest, AreNamedAsPeopleWriteThem) {
  EXPECT_EQ(typeName(typeOf(schema::TensorType_INT8)), "int8");
  EXPECT_EQ(typeName(typeOf(schema::TensorType_FLOAT32)), "float32");
  EXPECT_EQ(typeName(typeOf(schema::TensorType_COMPLEX64)), "complex64");
}

TEST(TensorTypesTest, InTheFileNumbersOfFourBitsTakeHalfAByte) {
  EXPECT_EQ(typeBits(typeOf(schema::TensorType_INT4)), 4U);
  EXPECT_EQ(elementBytes(typeOf(schema::TensorType_INT4)), 1U) << "in memory they take a whole one";
}

TEST(TensorTypesTest, NumbersOfNoTypeHaveNoName) {
  EXPECT_EQ(typeName(static_cast<Type>(schema::TensorType_MAX + 1)), "");
  EXPECT_EQ(typeName(static_cast<Type>(-1)), "");
}

// Of every type that the schema has, what memory has of it is what the file has, or nothing.
TEST(TensorTypesTest, MemoryHasWholeBytesOfWhatTheFileHas) {
  int whole = 0;
  for (const schema::TensorType each : schema::EnumValuesTensorType()) {
    const Type type = typeOf(each);
    const std::uint32_t bits = typeBits(type);
    EXPECT_EQ(typeName(type), lowered(schema::EnumNameTensorType(each))) << "the schema's own name";
    if (bits % 8 != 0 || type == Type::kResource) continue;
    EXPECT_EQ(elementBytes(type) * 8, bits) << typeName(type);
    whole += bits > 0 ? 1 : 0;
  }
  EXPECT_GE(whole, 12);
  EXPECT_EQ(typeBits(typeOf(schema::TensorType_STRING)), 0U) << "the format does not fix it";
  EXPECT_EQ(elementBytes(typeOf(schema::TensorType_RESOURCE)), 4U) << "a number";
}

} // namespace
} // namespace arenascope::model
