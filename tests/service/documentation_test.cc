#include "service/store/documentation.h"

#include <gmock/gmock.h>

namespace arenascope::service {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(DocumentationTest, EveryPageHasATitleAndText) {
  const std::vector<DocumentationPage> pages = documentationPages();
  ASSERT_GT(pages.size(), 20U);
  EXPECT_EQ(pages.front().topic, "index");
  EXPECT_EQ(pages.back().topic, "glossary");
  for (const DocumentationPage& page : pages) {
    EXPECT_NE(page.title, "") << page.topic;
    const Result<std::string> text = readPage(page);
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_THAT(*text, Not(HasSubstr("```{"))) << page.topic;
    EXPECT_THAT(*text, Not(HasSubstr("<!-- table"))) << page.topic;
    EXPECT_GT(text->size(), page.title.size() + 40) << page.topic;
  }
}

TEST(DocumentationTest, ATopicsLastPartIsEnoughIfOnlyOnePageHasIt) {
  const std::vector<DocumentationPage> pages = {
      {"how-to/board", "", {}}, {"reference/limits", "", {}}, {"how-to/limits", "", {}}};
  EXPECT_EQ(findPage(pages, "board"), &pages[0]);
  EXPECT_EQ(findPage(pages, "reference/limits"), &pages[1]);
  EXPECT_EQ(findPage(pages, "limits"), nullptr);
  EXPECT_EQ(findPage(pages, "oard"), nullptr);
}

TEST(DocumentationTest, ATerminalGetsNoChartsAndNoTargetsOfLinks) {
  EXPECT_EQ(forTerminal("# Page\n![chart](chart.svg)\nsee [a board](board.md) and [us](https://example.org)\n"),
            "# Page\nsee a board and [us](https://example.org)\n");
}

TEST(DocumentationTest, AMissingFileIsAnError) {
  const Result<std::string> text = readPage({"none", "None", "/nonexistent/page.md"});
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().message, HasSubstr("/nonexistent/page.md cannot be read"));
}

} // namespace
} // namespace arenascope::service
