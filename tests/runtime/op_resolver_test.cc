#include "core/interpreter/runtime/op_resolver.h"

#include <gtest/gtest.h>

namespace arenascope::runtime {
namespace {

constexpr Registration kFirstAdd{schema::BuiltinOperator_ADD, nullptr, nullptr, nullptr, nullptr};
constexpr Registration kSecondAdd{schema::BuiltinOperator_ADD, nullptr, nullptr, nullptr, nullptr};
constexpr Registration kPad{schema::BuiltinOperator_PAD, nullptr, nullptr, nullptr, nullptr};

TEST(OpResolverTest, FindsOnlyWhatWasRegistered) {
  MutableOpResolver<2> resolver;
  EXPECT_EQ(resolver.find(schema::BuiltinOperator_ADD, nullptr), nullptr);
  ASSERT_EQ(resolver.add(kFirstAdd), Status::kOk);
  EXPECT_EQ(resolver.find(schema::BuiltinOperator_ADD, nullptr), &kFirstAdd);
  EXPECT_EQ(resolver.find(schema::BuiltinOperator_PAD, nullptr), nullptr);
}

TEST(OpResolverTest, LaterRegistrationOverridesAndRoomIsLimited) {
  MutableOpResolver<1> resolver;
  ASSERT_EQ(resolver.add(kFirstAdd), Status::kOk);
  ASSERT_EQ(resolver.add(kSecondAdd), Status::kOk);
  EXPECT_EQ(resolver.find(schema::BuiltinOperator_ADD, nullptr), &kSecondAdd);
  EXPECT_EQ(resolver.add(kPad), Status::kError);
}

} // namespace
} // namespace arenascope::runtime
