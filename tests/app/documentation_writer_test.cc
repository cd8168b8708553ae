#include "app/cli/documentation_writer.h"

#include <gmock/gmock.h>

#include <CLI/CLI.hpp>
#include <fstream>

#include "tests/app/program_test.h"

namespace arenascope::cli {
namespace {

using testing::HasSubstr;

class DocumentationWriterTest : public test::ProgramTest {
protected:
  void SetUp() override {
    newFolder("docs");
    newFolder("docs/how-to");
    newFolder("docs/develop");
  }
  void write(const std::string& name, const std::string& text) { std::ofstream(file(name)) << text; }
  std::string written(const std::string& page) {
    const auto failed = writeDocumentation(file("docs"), file("pages"), CLI::App());
    EXPECT_FALSE(failed) << failed->message;
    return test::readText(file("pages/" + page));
  }
};

TEST_F(DocumentationWriterTest, MarksOfTheSiteAreWhatTheyStandFor) {
  write("docs/how-to/part.txt", "before\n# Start\nincluded\n");
  write("docs/how-to/chart.svg", "<svg/>");
  write("docs/how-to/page.md", "# Page\n\n```{include} part.txt\n:start-after: \"# Start\"\n```\n"
                               "```{toctree}\nother\n```\n<!-- measured elsewhere -->\n<!-- table exit-statuses -->\n"
                               "![Chart](chart.svg)\n![Window](../../resources/window.png)\n```sh\nls\n```\n");
  const std::string page = written("how-to/page.md");
  EXPECT_TRUE(page.starts_with("# Page\n\nincluded\n| status | meaning |\n")) << page;
  EXPECT_TRUE(page.ends_with("|\n![Chart](chart.svg)\n```sh\nls\n```\n")) << page;
  EXPECT_TRUE(std::filesystem::exists(file("pages/how-to/chart.svg")));
}

TEST_F(DocumentationWriterTest, PagesForUsersAreWritten) {
  for (const char* name : {"docs/index.md", "docs/how-to/index.md", "docs/develop/build.md", "docs/how-to/a.md"})
    write(name, "# Title\n");
  EXPECT_EQ(written("index.md"), "# Title\n");
  EXPECT_TRUE(std::filesystem::exists(file("pages/how-to/a.md")));
  EXPECT_FALSE(std::filesystem::exists(file("pages/how-to/index.md"))) << "a mere list of pages";
  EXPECT_FALSE(std::filesystem::exists(file("pages/develop"))) << "for developers";
}

TEST_F(DocumentationWriterTest, AnUnknownTableOrFileIsAnError) {
  write("docs/how-to/a.md", "# A\n<!-- table nothing -->\n");
  auto failed = writeDocumentation(file("docs"), file("pages"), CLI::App());
  ASSERT_TRUE(failed);
  EXPECT_THAT(failed->message, HasSubstr("how-to/a.md: there is no table nothing"));
  write("docs/how-to/a.md", "```{include} missing.md\n```\n");
  failed = writeDocumentation(file("docs"), file("pages"), CLI::App());
  ASSERT_TRUE(failed);
  EXPECT_THAT(failed->message, HasSubstr("missing.md cannot be read: a page includes it"));
}

} // namespace
} // namespace arenascope::cli
