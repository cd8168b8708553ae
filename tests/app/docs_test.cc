// README and docs/: every command of a block marked "sh" runs, what is shown of its output is printed, and every figure
// on a page with such commands is one that they print.
#include <gmock/gmock.h>

#include <cctype>
#include <fstream>
#include <regex>

#include "tests/app/program_test.h"

namespace arenascope {
namespace {

std::vector<std::string> pages() {
  std::vector<std::string> pages = {"README.md"};
  const std::filesystem::path root = ARENASCOPE_SOURCE_DIR;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") pages.push_back(entry.path().lexically_relative(root).string());
  std::sort(pages.begin(), pages.end());
  return pages;
}

// The parts of a page, in its order.
struct Part {
  std::string block; // "sh", "text", …; empty: prose
  std::string text;
};

std::vector<Part> partsOf(const std::string& page) {
  std::vector<Part> parts(1);
  std::istringstream lines(page);
  bool inBlock = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("```")) {
      parts.back().text += line + "\n";
      continue;
    }
    inBlock = !inBlock;
    parts.push_back({.block = inBlock ? line.substr(3) + "\n" : "", .text = ""});
    if (inBlock) parts.back().block.pop_back();
  }
  return parts;
}

class DocsTest : public test::ProgramTest, public testing::WithParamInterface<std::string> {
protected:
  void SetUp() override {
    for (const auto& entry : std::filesystem::directory_iterator(ARENASCOPE_SOURCE_DIR "/resources/models"))
      if (entry.path().extension() == ".tflite") std::filesystem::copy(entry.path(), file(entry.path().filename()));
    newFolder("models");
    for (const char* name : {"model.tflite", "wake_word.tflite", "models/model.tflite"})
      std::filesystem::copy(test::sampleModel("keyword_spotter"), file(name));
    std::ofstream(file("log.txt")) << "inference time: 100 ms\n";
    std::ofstream(file("buffers.csv")) << "id,lower,upper,size\na,0,2,1024\nb,1,3,2048\n";
    parts_ = partsOf(test::readText(ARENASCOPE_SOURCE_DIR "/" + GetParam()));
  }

  // Answers what the commands printed.
  std::string runAll(const std::string& block) {
    std::string printed;
    std::istringstream lines(block);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("arenascope ")) continue;
      line = line.substr(0, line.find("  #")); // what the page says of it
      EXPECT_EQ(shell("cd '" + folder_.path().string() + "'; '" ARENASCOPE_CLI "' " + line.substr(11)), 0)
          << line << "\n"
          << err_;
      printed += out_ + err_;
    }
    return printed;
  }

  std::vector<Part> parts_;
};

// Prose without what was measured elsewhere: <!-- measured elsewhere --> … <!-- end -->, or one line.
std::string ownProse(const std::string& text) {
  std::string own;
  std::istringstream lines(text);
  bool elsewhere = false;
  for (std::string line; std::getline(lines, line);) {
    const bool marked = line.find("<!-- measured elsewhere -->") != std::string::npos;
    if (line == "<!-- measured elsewhere -->") elsewhere = true;
    if (line == "<!-- end -->") elsewhere = false;
    if (!elsewhere && !marked) own += line + "\n";
  }
  return own;
}

TEST_P(DocsTest, CommandsRunAndFiguresAreTheirs) {
  std::string printed;
  std::string prose;
  bool runs = false;
  for (const Part& part : parts_) {
    if (part.block.empty()) prose += ownProse(part.text);
    if (part.block == "sh") {
      printed += runAll(part.text);
      runs = true;
    }
    if (part.block != "text" || !runs) continue;
    std::istringstream lines(part.text);
    for (std::string line; std::getline(lines, line);) EXPECT_NE(printed.find(line), std::string::npos) << line;
  }
  if (!runs) return;
  const std::regex kFigure(R"(\b\d{1,3}(,\d{3})+\b)");
  for (std::sregex_iterator figure(prose.begin(), prose.end(), kFigure), none; figure != none; ++figure)
    EXPECT_NE(printed.find(figure->str()), std::string::npos)
        << figure->str() << " is printed by no command of the page";
}

INSTANTIATE_TEST_SUITE_P(All, DocsTest, testing::ValuesIn(pages()), [](const auto& page) {
  std::string name = page.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(DocsTest, ReadmeIsShort) {
  const std::string readme = test::readText(ARENASCOPE_SOURCE_DIR "/README.md");
  EXPECT_LE(std::count(readme.begin(), readme.end(), '\n'), 120);
}

// What the action for GitHub calls is what the program takes.
class ActionTest : public test::ProgramTest {};

TEST_F(ActionTest, ItsOptionsExist) {
  const std::string action = test::readText(ARENASCOPE_SOURCE_DIR "/packaging/action.sh");
  ASSERT_EQ(run("profile --help"), 0);
  std::size_t options = 0;
  const std::regex kCall("arenascope profile [^\n]*");
  const std::regex kOption("--[a-z-]+");
  for (std::sregex_iterator call(action.begin(), action.end(), kCall), none; call != none; ++call) {
    const std::string line = call->str();
    for (std::sregex_iterator option(line.begin(), line.end(), kOption); option != none; ++option, ++options)
      EXPECT_THAT(out_, testing::HasSubstr(option->str()));
  }
  EXPECT_GE(options, 1U);
}

} // namespace
} // namespace arenascope
