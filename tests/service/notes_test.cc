#include "service/store/notes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

class NotesTest : public testing::Test {
protected:
  test::TemporaryFolder folder_;
  std::filesystem::path file_ = notesFile(folder_.path() / "net.tflite");
  report::Report report_ = test::profileOf(test::sampleModel("person_detector"), "cortex-m4");

  std::string errorOf(const std::string& text) {
    folder_.write("net.arenascope", std::vector<std::uint8_t>(text.begin(), text.end()));
    const auto notes = readNotes(file_);
    return notes ? std::string() : notes.error().message;
  }
};

TEST_F(NotesTest, LieBesideTheModel) {
  EXPECT_EQ(file_, folder_.path() / "net.arenascope");
  EXPECT_EQ(notesFile("some/net.cc:g_model"), "some/net.arenascope");
  const auto none = readNotes(file_);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

TEST_F(NotesTest, AreReadAsTheyWereWritten) {
  std::vector<Note> notes{noteOnBuffer(report_, 0), noteOnOperator(report_, 2)};
  notes[0].text = "too \"large\",\nin two lines, \xc3\xbc";
  EXPECT_EQ(writeNotes(file_, notes), std::nullopt);
  const auto read = readNotes(file_);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE((*read)[i].sameSubject(notes[i]));
    EXPECT_EQ((*read)[i].text, notes[i].text);
  }
  EXPECT_EQ(writeNotes(file_, {}), std::nullopt);
  EXPECT_FALSE(std::filesystem::exists(file_)) << "without notes there is no file";
}

TEST_F(NotesTest, WhatIsNoneOfThemIsLeftAsItIs) {
  folder_.write("net.arenascope", std::string("my own list"));
  for (const std::vector<Note>& notes : {std::vector<Note>{noteOnBuffer(report_, 0)}, std::vector<Note>()}) {
    const auto failed = writeNotes(file_, notes);
    ASSERT_TRUE(failed);
    EXPECT_THAT(failed->message, testing::HasSubstr("it is left unchanged"));
    EXPECT_EQ(test::readText(file_), "my own list");
  }
}

// Whatever number and place they have in a new version.
TEST_F(NotesTest, FindTheirTensorAgain) {
  report::Report other = report_;
  std::reverse(other.buffers.begin(), other.buffers.end());
  for (int i = 0; i < static_cast<int>(report_.buffers.size()); ++i) {
    const Note note = noteOnBuffer(report_, i);
    const NoteSubject subject = subjectOf(other, note);
    ASSERT_GE(subject.buffer, 0);
    EXPECT_EQ(other.buffers[static_cast<std::size_t>(subject.buffer)].name, note.tensor);
  }
  for (int row = 0; row < static_cast<int>(report_.operators.size()); ++row)
    EXPECT_EQ(subjectOf(report_, noteOnOperator(report_, row)).row, row);
  const Note lost{"no such tensor", false, "kept"};
  EXPECT_FALSE(subjectOf(report_, lost).isThere());
  EXPECT_EQ(describeSubject(report_, lost), "no such tensor");
}

TEST_F(NotesTest, AFileOfSomethingElseSaysWhatIsWrong) {
  EXPECT_NE(errorOf("{").find("is not JSON"), std::string::npos);
  EXPECT_NE(errorOf("{}").find("format"), std::string::npos);
  EXPECT_NE(errorOf(R"({"format": "arenascope notes", "version": 2, "notes": []})").find("version"), std::string::npos);
  EXPECT_NE(
      errorOf(R"({"format": "arenascope notes", "version": 1, "notes": [{"on": "x", "tensor": "t"}]})").find("on"),
      std::string::npos);
  EXPECT_EQ(errorOf(R"({"format": "arenascope notes", "version": 1, "notes": []})"), "");
}

} // namespace
} // namespace arenascope::service
