// A country that writes 1,5 for one and a half: files and reports are the same there. The locale is made here, since
// few systems have one.
#include <gmock/gmock.h>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

constexpr const char* kDecimalComma = R"(LC_NUMERIC
decimal_point ","
thousands_sep "."
grouping 3;3
END LC_NUMERIC
)";

class LocaleTest : public test::ProgramTest {
protected:
  void SetUp() override {
    if (shell("command -v localedef") != 0) GTEST_SKIP() << "localedef is not here: there is no locale to try";
    folder_.write("comma", std::string(kDecimalComma));
    shell("localedef --no-archive --force --inputfile='" + file("comma") + "' '" + file("de_DE") + "'");
    ASSERT_EQ(shell(commas() + " printf %.2f 1,5"), 0) << err_;
    ASSERT_EQ(out_, "1,50") << "the locale itself";
  }
  std::string commas() const { return "env LOCPATH='" + folder_.path().string() + "' LC_ALL=de_DE"; }

  // What a command line prints and writes into the folder, in files of these names.
  std::string answer(const std::string& line, const std::string& prefix, const std::vector<std::string>& names) {
    EXPECT_EQ(shell("cd '" + newFolder("there") + "' && " + prefix + " '" ARENASCOPE_CLI "' " + line), 0) << err_;
    std::string all = out_;
    for (const std::string& name : names) {
      const std::string text = test::readText(file("there/" + name));
      EXPECT_FALSE(text.empty()) << name;
      all += "\n-- " + name + "\n" + text;
    }
    std::filesystem::remove_all(file("there"));
    return all;
  }
  void expectTheSame(const std::string& line, const std::vector<std::string>& names = {}) {
    const std::string points = answer(line, "LC_ALL=C", names);
    EXPECT_THAT(points, testing::ContainsRegex("[0-9][.][0-9]")) << "there is a decimal point that could be a comma";
    EXPECT_EQ(answer(line, commas(), names), points) << line;
  }
};

TEST_F(LocaleTest, ReportsHavePointsWhereverTheyAreMade) {
  expectTheSame("profile " + sample("keyword_spotter") +
                    " --board nucleo-f446re --json r.json --csv r.csv --trace r.trace --markdown r.md --html r.html"
                    " --max-cycles 100000000",
                {"r.json", "r.csv", "r.trace", "r.md", "r.html"});
  expectTheSame("compare " + sample("sine") + " --csv c.csv", {"c.csv"});
  expectTheSame("boards " + sample("sine") + " --csv b.csv", {"b.csv"});
  expectTheSame("evidence");
}

// A number with a point is one there too, on the command line and in files that are read.
TEST_F(LocaleTest, NumbersAreReadWithPoints) {
  expectTheSame("profile " + sample("sine") + " --board nucleo-f446re --clock 12.5 --json r.json", {"r.json"});
  EXPECT_EQ(run("profile " + sample("sine") + " --board nucleo-f446re --clock 12,5", commas()), 2);
}

} // namespace
} // namespace arenascope
