#include "core/diagnosis/messages_table.h"

#include <gmock/gmock.h>

#include <regex>
#include <string_view>

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
                                         "missing: {missing} | allocator | since 2022-03 |  |  |\n"));
}

// Rules of docs/develop/style.md that a script can check; "there is no" is right.
TEST(MessagesTableTest, MeaningsAndRemediesKeepToTheStyleGuide) {
  const std::regex kPhrase(
      R"(\b(of (its|their) own|as ever|of which|so many|all the same|(some|any)body)\b|[^e] (is|are) no [a-z])");
  for (const MessageText& text : messageTexts())
    for (const std::string_view sentence : {std::string_view(text.means), std::string_view(text.advice)})
      EXPECT_FALSE(std::regex_search(sentence.begin(), sentence.end(), kPhrase)) << sentence;
}

TEST(MessagesTableTest, ARemedyKeepsItsCode) {
  EXPECT_THAT(messagesTable(), HasSubstr("| `arenascope plan` makes a checked plan. |\n"));
  EXPECT_THAT(messagesTable(), HasSubstr("| until 20"));
}

} // namespace
} // namespace arenascope::diagnosis
