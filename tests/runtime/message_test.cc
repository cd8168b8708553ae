#include "core/interpreter/runtime/message.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace arenascope::runtime {
namespace {

std::string textOf(const Message& message) {
  std::string text;
  trace::Tracer tracer;
  tracer.listener = {[](void* user, const trace::Event& event) {
                       static_cast<std::string*>(user)->assign(reinterpret_cast<const char*>(event.address),
                                                               event.bytes);
                     },
                     &text};
  EXPECT_EQ(message.fail(tracer), Status::kError);
  return text;
}

TEST(MessageTest, PutsTextAndNumbersTogether) {
  EXPECT_EQ(textOf(Message() << "needs " << 12 << " of " << std::size_t{0} << ", got " << -7), "needs 12 of 0, got -7");
  EXPECT_EQ(textOf(Message() << std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

TEST(MessageTest, CutsTextThatIsTooLong) {
  Message message;
  for (int i = 0; i < 100; ++i) message << "0123456789";
  EXPECT_EQ(textOf(message).size(), 223U);
}

} // namespace
} // namespace arenascope::runtime
