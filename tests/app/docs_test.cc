// README and docs/: every command of a block marked "sh" runs, what is shown of its output is printed, and every figure
// on a page with such commands is one that they print. Other examples name subcommands, options and files that exist.
#include <gmock/gmock.h>

#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "core/output/npy.h"
#include "emulator/engine/input_pattern.h"
#include "tests/app/program_test.h"
#include "tests/support/firmware_builder.h"
#include "tests/support/float_original.h"

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
  std::string block; // "sh", "text", …, "plain" for one without a name; empty: prose
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
    const std::string name = line.size() > 3 ? line.substr(3) : "plain";
    parts.push_back({.block = inBlock ? name : "", .text = ""});
  }
  return parts;
}

class DocsTest : public test::ProgramTest, public testing::WithParamInterface<std::string> {
protected:
  void SetUp() override {
    columns_.clear(); // as a reader sees it
    for (const auto& entry : std::filesystem::directory_iterator(ARENASCOPE_SOURCE_DIR "/resources/models"))
      if (entry.path().extension() == ".tflite") std::filesystem::copy(entry.path(), file(entry.path().filename()));
    newFolder("models");
    for (const char* name : {"model.tflite", "wake_word.tflite", "models/model.tflite"})
      std::filesystem::copy(test::sampleModel("keyword_spotter"), file(name));
    const std::string sample = test::readText(test::sampleModel("keyword_spotter"));
    const auto original = test::floatOriginal({reinterpret_cast<const std::uint8_t*>(sample.data()), sample.size()});
    std::ofstream(file("float.tflite")).write(reinterpret_cast<const char*>(original.data()), std::ssize(original));
    newFolder("inputs");
    for (std::uint32_t i = 0; i < 3; ++i)
      std::ofstream(file("inputs/" + std::to_string(i) + ".npy"))
          << output::toNpy("float32", {1, 49, 10, 1}, engine::inputPattern(i, "float32", 49 * 10 * sizeof(float)));
    std::ofstream(file("log.txt")) << "inference time: 100 ms\n";
    std::ofstream(file("buffers.csv")) << "id,lower,upper,size\na,0,2,1024\nb,1,3,2048\n";
    ASSERT_EQ(
        shell("cd '" + folder_.path().string() +
              "' && git init -q -b main . && git add model.tflite && git -c user.name=a -c user.email=a@b commit -q "
              "-m One"),
        0)
        << err_;
    const std::string page = test::readText(ARENASCOPE_SOURCE_DIR "/" + GetParam());
    parts_ = partsOf(page);
    if (page.find("app.elf") == std::string::npos) return;
    newFolder("build");
    test::FirmwareBuilder builder;
    const std::filesystem::path image = builder.image({.name = "app"});
    std::filesystem::copy(builder.uf2(), file("app.uf2"));
    for (const char* name : {"build/app.elf", "app.elf", "old.elf", "new.elf"})
      std::filesystem::copy(image, file(name));
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
    if (part.block.empty() || part.block == "plain") prose += ownProse(part.text);
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
  const std::regex kMessage(R"(`([^`]*(?:Requested: \d|max is \d)[^`]*)`)"); // of a device in such an arena
  for (std::sregex_iterator message(prose.begin(), prose.end(), kMessage), none; message != none; ++message)
    EXPECT_NE(printed.find((*message)[1].str()), std::string::npos) << message->str();
}

// Of an example that needs a device, a cluster or an hour.
TEST_P(DocsTest, OtherExamplesNameWhatThereIs) {
  const std::regex kCommand("(?:^|[ '])arenascope ([a-z]+)([^\n#|>]*)");
  const std::regex kOption(" (--[a-z-]+)");
  const std::regex kScript("(?:^|\n)((?:\\./|packaging/|web/|docs/)[a-z/]*\\.sh)([^\n]*)");
  for (const Part& part : parts_) {
    if (part.block != "plain") continue;
    const std::string text = std::regex_replace(part.text, std::regex("\\\\\n"), "");
    for (std::sregex_iterator command(text.begin(), text.end(), kCommand), none; command != none; ++command) {
      const std::string options = (*command)[2];
      const bool nested = (*command)[1] == "kernels"; // its options are those of "kernels add"
      ASSERT_EQ(run((*command)[1].str() + (nested ? " add" : "") + " --help"), 0) << command->str();
      for (std::sregex_iterator option(options.begin(), options.end(), kOption); option != none; ++option)
        EXPECT_THAT(out_, testing::HasSubstr((*option)[1].str())) << command->str();
    }
    for (std::sregex_iterator script(text.begin(), text.end(), kScript), none; script != none; ++script) {
      const std::string contents = test::readText(ARENASCOPE_SOURCE_DIR "/" + (*script)[1].str());
      EXPECT_NE(contents, "") << script->str();
      const std::string options = (*script)[2];
      for (std::sregex_iterator option(options.begin(), options.end(), kOption); option != none; ++option)
        EXPECT_THAT(contents, testing::HasSubstr((*option)[1].str())) << script->str();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, DocsTest, testing::ValuesIn(pages()), [](const auto& page) {
  std::string name = page.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

std::vector<std::string> blocksNamed(const std::string& page, const std::string& name) {
  std::vector<std::string> texts;
  for (const Part& part : partsOf(test::readText(ARENASCOPE_SOURCE_DIR "/docs/how-to/" + page)))
    if (part.block == name) texts.push_back(part.text);
  EXPECT_FALSE(texts.empty()) << page;
  return texts;
}

TEST(DocsTest, ExamplesForOtherProgramsUseWhatThereIs) {
  const std::string action = test::readText(ARENASCOPE_SOURCE_DIR "/action.yml");
  const std::string text = blocksNamed("ci.md", "yaml").front();
  const std::regex kInput("\n    ([a-z-]+):");
  int inputs = 0;
  for (std::sregex_iterator input(text.begin(), text.end(), kInput), none; input != none; ++input, ++inputs)
    EXPECT_THAT(action, testing::HasSubstr("\n  " + (*input)[1].str() + ":")) << text;
  EXPECT_GE(inputs, 2);
  const std::string function = test::readText(ARENASCOPE_SOURCE_DIR "/cmake/arenascope.cmake");
  const std::string call = blocksNamed("build-systems.md", "cmake").front();
  EXPECT_THAT(function, testing::HasSubstr("function(arenascope_size_arena"));
  const std::regex kArgument("\\b[A-Z_]{4,}\\b");
  for (std::sregex_iterator argument(call.begin(), call.end(), kArgument), none; argument != none; ++argument)
    EXPECT_THAT(function, testing::HasSubstr(argument->str())) << call;
  const auto servers = nlohmann::json::parse(blocksNamed("assistants.md", "json").front()).at("mcpServers");
  EXPECT_EQ(servers.at("arenascope").at("command"), "arenascope");
  EXPECT_EQ(servers.at("arenascope").at("args").at(0), "mcp");
}

// Made by `arenascope profile MODEL --lens VIEW --svg FILE`; only the looks may be older.
class ChartTest : public test::ProgramTest {};

TEST_F(ChartTest, FiguresInTheExplanationsChartsAreTheProgramsOwn) {
  for (const auto& [view, model] : {std::pair{"inference", "person_detector"}, {"allocation", "autoencoder"}}) {
    ASSERT_EQ(run("profile " + sample(model) + " --lens " + view + " --svg '" + file("chart.svg") + "'"), 0) << err_;
    const std::string drawn = test::readText(file("chart.svg"));
    const std::string shown = test::readText(std::string(ARENASCOPE_SOURCE_DIR "/docs/explanation/") + view + ".svg");
    const std::regex kFigure(R"(>[^<]*\b\d{1,3}(,\d{3})+[^<]*<)");
    std::size_t figures = 0;
    for (std::sregex_iterator figure(shown.begin(), shown.end(), kFigure), none; figure != none; ++figure, ++figures) {
      const std::string text = figure->str();
      std::smatch number;
      ASSERT_TRUE(std::regex_search(text, number, std::regex(R"(\d{1,3}(,\d{3})+)")));
      EXPECT_THAT(drawn, testing::HasSubstr(number.str())) << text << " of " << view << ".svg: make the chart again";
    }
    EXPECT_GE(figures, 2U) << view;
  }
}

TEST(DocsTest, ReadmeIsShort) {
  const std::string readme = test::readText(ARENASCOPE_SOURCE_DIR "/README.md");
  EXPECT_LE(std::count(readme.begin(), readme.end(), '\n'), 120);
}

// What the action for GitHub calls is what the program takes.
class ActionTest : public test::ProgramTest {};

TEST_F(ActionTest, ItsOptionsExist) {
  const std::string action = test::readText(ARENASCOPE_SOURCE_DIR "/packaging/action.sh");
  std::size_t options = 0;
  const std::regex kCall("arenascope (profile|review) (\\\\\n|[^\n])*");
  const std::regex kOption("--[a-z-]+");
  for (std::sregex_iterator call(action.begin(), action.end(), kCall), none; call != none; ++call) {
    const std::string line = call->str();
    ASSERT_EQ(run((*call)[1].str() + " --help"), 0);
    for (std::sregex_iterator option(line.begin(), line.end(), kOption); option != none; ++option, ++options)
      EXPECT_THAT(out_, testing::HasSubstr(option->str()));
  }
  EXPECT_GE(options, 4U);
}

} // namespace
} // namespace arenascope
