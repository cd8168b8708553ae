#include "core/output/answers/buffers_csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope::output {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& text) {
  const auto named = readBuffers(text, "plan.csv");
  return named ? "" : named.error().message;
}

TEST(BuffersCsvTest, ReadsColumnsInAnyOrderAndWritesThemBack) {
  const auto named = readBuffers("size,id,upper,lower,colour,offset\r\n64, a ,5,-1,red,\n0,b,2,2,blue,16\n\n", "x");
  ASSERT_TRUE(named) << named.error().message;
  ASSERT_EQ(named->buffers.size(), 2U);
  EXPECT_EQ(named->ids[0], "a");
  EXPECT_EQ(named->buffers[0].lower, -1);
  EXPECT_EQ(named->buffers[0].upper, 5);
  EXPECT_EQ(named->buffers[0].size, 64);
  EXPECT_FALSE(named->buffers[0].fixed.has_value());
  EXPECT_EQ(named->buffers[1].fixed, 16);
  const std::string written = writeBuffers(*named, {32, 16});
  EXPECT_EQ(written, "id,lower,upper,size,offset\na,-1,5,64,32\nb,2,2,0,16\n");
  const auto again = readBuffers(written, "x");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->buffers[0].fixed, 32);
}

TEST(BuffersCsvTest, ReadsWhatExcelWrites) {
  const char* kFiles[] = {"\xEF\xBB\xBFid,lower,upper,size\r\na,0,2,64\r\n",
                          "\"id\",\"lower\",\"upper\",\"size\"\n\"a\",0,2,\"64\"\n",
                          "id;lower;upper;size\r\na;0;2;64\r\n"};
  for (const char* text : kFiles) {
    const auto named = readBuffers(text, "x");
    ASSERT_TRUE(named) << named.error().message;
    EXPECT_EQ(named->ids, std::vector<std::string>{"a"});
    EXPECT_EQ(named->buffers.at(0).size, 64);
  }
}

TEST(BuffersCsvTest, NamesWithCommasComeBack) {
  const auto named = readBuffers("id,lower,upper,size\n\"a,\"\"b\"\"\",0,2,64\n", "x");
  ASSERT_TRUE(named) << named.error().message;
  EXPECT_EQ(named->ids.at(0), "a,\"b\"");
  EXPECT_EQ(readBuffers(writeBuffers(*named, {0}), "x")->ids, named->ids);
}

TEST(BuffersCsvTest, NamesTheLineAndWhatIsWrong) {
  EXPECT_THAT(refusal("id,lower,upper,size\n\"a,0,1,8\n"), HasSubstr("line 2: a quoted field has no closing quote"));
  EXPECT_THAT(refusal(""), HasSubstr("plan.csv is empty"));
  EXPECT_THAT(refusal("id,lower,size\n"), HasSubstr("line 1: there is no column upper"));
  EXPECT_THAT(refusal("id,lower,upper,size\na,0,1,8\nb,0,1\n"), HasSubstr("line 3: its size is \"\""));
  EXPECT_THAT(refusal("id,lower,upper,size\na,0\n"), HasSubstr("line 2: 2 fields"));
  EXPECT_THAT(refusal("id,lower,upper,size\na,0,1,-8\n"), HasSubstr("line 2: its size is \"-8\""));
  EXPECT_THAT(refusal("id,lower,upper,size\na,0,1,99999999999999999999\n"), HasSubstr("line 2: its size"));
  EXPECT_THAT(refusal("id,lower,upper,size\na,0,1,4k\n"), HasSubstr("line 2: its size is \"4k\""));
  std::string many = "id,lower,upper,size\n";
  for (int i = 0; i <= 20'000; ++i) many += std::to_string(i) + ",0,1,8\n";
  EXPECT_THAT(refusal(many), HasSubstr("line 20002: more than 20000 buffers"));
  EXPECT_THAT(refusal("id,lower,upper,size\na,3,1,8\n"), HasSubstr("line 2: its upper bound 1 is below"));
  EXPECT_THAT(refusal("id,lower,upper,size\na,0,1,8\na,1,2,8\n"), HasSubstr("line 3: a second buffer a"));
}

} // namespace
} // namespace arenascope::output
