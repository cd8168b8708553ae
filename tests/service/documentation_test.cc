#include "service/store/documentation.h"

#include <gmock/gmock.h>

#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(DocumentationTest, EveryPageHasATitleAndText) {
  const std::vector<DocumentationPage> pages = documentationPages();
  ASSERT_GT(pages.size(), 20U);
  for (const DocumentationPage& page : pages) {
    EXPECT_NE(page.title, "") << page.topic;
    const Result<std::string> text = readPage(page);
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_THAT(*text, Not(HasSubstr("```{"))) << page.topic;
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

TEST(DocumentationTest, ACommentStandsForGeneratedText) {
  const test::TemporaryFolder folder;
  const std::string text = "# Page\n<!-- table a -->\n![chart](chart.svg)\nend\n";
  const std::filesystem::path file = folder.write("page.md", std::vector<std::uint8_t>(text.begin(), text.end()));
  const Result<std::string> page =
      readPage({"page", "Page", file}, [](const std::string& comment) { return "(" + comment + ")\n"; });
  ASSERT_TRUE(page);
  EXPECT_EQ(*page, "# Page\n(table a)\nend\n");
}

TEST(DocumentationTest, AMissingFileIsAnError) {
  const Result<std::string> text = readPage({"none", "None", "/nonexistent/page.md"});
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().message, HasSubstr("/nonexistent/page.md cannot be read"));
}

} // namespace
} // namespace arenascope::service
