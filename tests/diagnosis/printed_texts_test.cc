// Everything that TensorFlow Lite Micro's sources have printed since 2019 is recognised and explained: the lists are
// what its sources print (printed_texts.tsv: where, format) and check (printed_checks.tsv: where, how, expressions).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/diagnosis/explanation.h"
#include "core/diagnosis/message_texts.h"
#include "tests/support/test_models.h"

namespace arenascope::diagnosis {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::vector<std::vector<std::string>> rowsOf(const std::string& name) {
  std::ifstream stream(std::string(ARENASCOPE_SOURCE_DIR) + "/tests/diagnosis/" + name);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(stream, line);) {
    std::vector<std::string> fields;
    std::istringstream parts(line);
    for (std::string field; std::getline(parts, field, '\t');) fields.push_back(field);
    rows.push_back(fields);
  }
  return rows;
}

struct Printed {
  std::string text;
  std::vector<std::string> arguments;
};

// Like printf(), with distinguishable arguments.
Printed printed(const std::string& format) {
  Printed result;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      result.text += format[i];
      continue;
    }
    while (i + 1 < format.size() && std::string_view("-.0123456789 lz").find(format[i + 1]) != std::string_view::npos)
      ++i;
    ++i;
    std::string argument = format[i] == 's' ? "ARGUMENT" : "7" + std::to_string(result.arguments.size() + 3);
    if (format[i] == 'c') argument = "b";
    result.text += argument;
    result.arguments.push_back(argument);
  }
  return result;
}

const std::vector<report::Report>& anyModel() {
  static const std::vector<report::Report> kReports = {test::profileOf(test::sampleModel("sine"), "cortex-m4")};
  return kReports;
}

TEST(PrintedTextsTest, EachIsRecognisedWithItsArguments) {
  std::size_t count = 0;
  for (const auto& row : rowsOf("printed_texts.tsv")) {
    ASSERT_EQ(row.size(), 2U);
    const Printed line = printed(row[1]);
    const auto parsed = parseMessages(line.text);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->messages.size(), 1U) << row[0] << ": " << line.text;
    if (parsed->messages.size() != 1) continue;
    const TflmMessage& message = parsed->messages.front();
    EXPECT_TRUE(parsed->others.empty()) << line.text;
    for (const std::string& argument : line.arguments)
      EXPECT_TRUE(std::any_of(message.values.begin(), message.values.end(),
                              [&](const std::string& value) { return value.find(argument) != std::string::npos; }))
          << argument << " of " << line.text;
    ++count;
  }
  EXPECT_GT(count, 350U);
}

// A sentence for each, and none that only says that something went wrong before.
TEST(PrintedTextsTest, EachIsExplainedBySomethingOfItsOwn) {
  for (const auto& row : rowsOf("printed_texts.tsv")) {
    const Explanation explanation = explain(*parseMessages(printed(row[1]).text), anyModel());
    if (explanation.consequences > 0) continue;
    EXPECT_EQ(explanation.messages.size(), 1U) << row[1];
    if (explanation.messages.size() != 1) continue;
    const ExplainedMessage& explained = explanation.messages.front();
    EXPECT_GT(explained.meaning.size(), 20U) << row[1];
    EXPECT_THAT(explained.meaning,
                AllOf(Not(HasSubstr("A consequence of")), Not(HasSubstr("{")), Not(HasSubstr("type ."))))
        << row[1];
    EXPECT_THAT(explained.meaning, Not(HasSubstr("?"))) << row[1];
  }
}

TEST(PrintedTextsTest, ChecksAreReadWithWhatTheyCompare) {
  std::size_t count = 0;
  for (const auto& row : rowsOf("printed_checks.tsv")) {
    const std::string place = "tensorflow/lite/micro/kernels/" + row[0] + ":57 ";
    std::string text = place + row[2] + " was not true.";
    if (row[1] == "EQ" || row[1] == "TYPES_EQ") text = place + row[2] + " != " + row[3] + " (71 != 72)";
    if (row[1] == "NEAR") text = place + row[2] + " not near " + row[3] + " (71 != 72)";
    const auto parsed = parseMessages("E (12) main: " + text + "\n");
    EXPECT_EQ(parsed->messages.size(), 1U) << text;
    if (parsed->messages.size() != 1) continue;
    const TflmMessage& message = parsed->messages.front();
    EXPECT_EQ(message.kind, MessageKind::kCheck) << text;
    EXPECT_EQ(message.file, row[0]);
    EXPECT_EQ(message.line, 57U);
    if (row[1] != "TRUE") {
      EXPECT_THAT(message.values, AllOf(Contains("71"), Contains("72"))) << text;
    }
    const Explanation explanation = explain(*parsed, anyModel());
    EXPECT_THAT(explanation.messages.front().meaning, HasSubstr(row[0] + ", line 57")) << text;
    ++count;
  }
  EXPECT_GT(count, 300U);
}

// No row hides another one: each pattern, filled in, is found as itself.
TEST(PrintedTextsTest, EachRowIsFoundByItsOwnPattern) {
  for (const MessageText& text : messageTexts()) {
    std::string line;
    for (std::string_view rest = text.pattern; !rest.empty();) {
      if (rest.front() == '{') {
        const std::string_view name = rest.substr(1, rest.find('}') - 1);
        line += name == "s" || name == "name" || name == "t" ? "WORD"
                : name == "c"                                ? "b"
                : name == "step"                             ? "prepare"
                                                             : "7";
        rest.remove_prefix(rest.find('}') + 1);
        continue;
      }
      if (rest.front() != '|') line += rest.front();
      rest.remove_prefix(1);
    }
    if (line.front() == '<') line = "kernels/add.cc:5 " + line.substr(1);
    const auto parsed = parseMessages(line);
    ASSERT_FALSE(parsed->messages.empty()) << text.pattern;
    EXPECT_STREQ(parsed->messages.front().row->means, text.means) << text.pattern;
  }
}

} // namespace
} // namespace arenascope::diagnosis
