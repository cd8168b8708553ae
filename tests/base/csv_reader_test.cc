#include "core/base/csv_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rowsOf(const std::string& text) {
  CsvReader reader(text);
  Rows rows;
  while (auto row = reader.next()) rows.push_back(std::move(*row));
  EXPECT_EQ(reader.problem(), "");
  return rows;
}

// The line and what is wrong there.
std::pair<std::size_t, std::string> problemOf(const std::string& text) {
  CsvReader reader(text);
  while (reader.next()) continue;
  return {reader.line(), reader.problem()};
}

TEST(CsvReaderTest, ReadsWhatSpreadsheetsWrite) {
  const Rows expected = {{"id", "size"}, {"a", "1"}};
  for (const char* text : {"id,size\na,1", "id,size\r\na,1\r\n", "id,size\ra,1\r", "\xEF\xBB\xBFid,size\na,1\n",
                           "\"id\",\"size\"\n\"a\",1\n", "id;size\na;1\n", "\n id , size \n\n\ta,1\n \n",
                           "\xEF\xBB\xBF\"id\";\"size\"\r\n\"a\";\"1\"\r\n"})
    EXPECT_EQ(rowsOf(text), expected) << text;
}

TEST(CsvReaderTest, QuotedFieldsHoldAnything) {
  EXPECT_EQ(rowsOf("\"a,b\",\"say \"\"no\"\"\"\n\"two\nlines\" , \" blanks \"\n,\n"),
            (Rows{{"a,b", "say \"no\""}, {"two\nlines", " blanks "}, {"", ""}}));
}

TEST(CsvReaderTest, SaysWhereItCannotGoOn) {
  using Problem = std::pair<std::size_t, std::string>;
  EXPECT_EQ(problemOf("a,b\n\"x\ny\",2\n\"open,2\n"), Problem(4, "a quoted field has no closing quote"));
  EXPECT_EQ(problemOf("a\n\"x\"y,2\n"), Problem(2, "there is text after the end of a quoted field"));
  EXPECT_EQ(problemOf(std::string("\xFF\xFEi\0d\0", 6)).second, "it is UTF-16: save it as CSV in UTF-8");
}

} // namespace
} // namespace arenascope
