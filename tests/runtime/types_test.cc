#include "core/interpreter/runtime/types.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace arenascope::runtime {
namespace {

TEST(TypesTest, EachHasANameOfItsOwnAndItsBytes) {
  std::set<std::string> names;
  for (int i = kNoType; i <= kBFloat16; ++i) EXPECT_TRUE(names.insert(typeName(static_cast<Type>(i))).second) << i;
  EXPECT_STREQ(typeName(kInt8), "INT8");
  EXPECT_EQ(typeBytes(kInt8), 1U);
  EXPECT_EQ(typeBytes(kInt4), 1U) << "unpacked";
  EXPECT_EQ(typeBytes(kFloat16), 2U);
  EXPECT_EQ(typeBytes(kResource), 4U);
  EXPECT_EQ(typeBytes(kComplex128), 16U);
  for (const Type type : {kNoType, kString, kVariant}) EXPECT_EQ(typeBytes(type), 0U) << typeName(type);
}

} // namespace
} // namespace arenascope::runtime
