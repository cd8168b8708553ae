#include "core/base/markdown.h"

#include <gtest/gtest.h>

namespace arenascope {
namespace {

TEST(MarkdownTest, MarksOutsideOfCodeAreEscaped) {
  EXPECT_EQ(markdown("a_b `a_b|c` <x>"), "a\\_b `a_b|c` \\<x>");
  EXPECT_EQ(cellWithCode("N[K|M] `K|M`"), "N\\[K\\|M\\] `K\\|M`");
}

} // namespace
} // namespace arenascope
