#include "core/diagnosis/messages_table.h"

#include <gmock/gmock.h>

#include "core/diagnosis/message_texts.h"

namespace arenascope::diagnosis {
namespace {

using testing::HasSubstr;

TEST(MessagesTableTest, EveryTextHasARowOfFiveCells) {
  const std::string table = messagesTable();
  std::istringstream lines(table);
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    std::size_t bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
    EXPECT_EQ(bars, 6U) << line;
  }
  EXPECT_EQ(rows, messageTexts().size() + 2);
}

TEST(MessagesTableTest, ARowHasTheMonthsAndNoMarksOfThePattern) {
  EXPECT_THAT(messagesTable(), HasSubstr("| Failed to resize buffer. Requested: {requested}, available: {available}, "
                                         "missing: {missing} | allocator | 2022-03 to now |  |  |\n"));
}

} // namespace
} // namespace arenascope::diagnosis
