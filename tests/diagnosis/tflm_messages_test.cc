#include "core/diagnosis/tflm_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arenascope::diagnosis {
namespace {

using testing::HasSubstr;
using trace::Section;

TflmMessage only(const std::string& text) {
  const auto parsed = parseMessages(text);
  EXPECT_TRUE(parsed) << text;
  if (!parsed || parsed->messages.size() != 1) {
    ADD_FAILURE() << text << ": " << (parsed ? parsed->messages.size() : 0) << " messages";
    return {};
  }
  return parsed->messages.front();
}

TEST(TflmMessagesTest, MemoryWordingsOfThePresentAndThePast) {
  const struct {
    const char* words;
    Section section;
    bool past;
  } kWordings[] = {{"Failed to resize buffer.", Section::kHead, false},
                   {"Failed to set head size.", Section::kHead, true},
                   {"Failed to allocate tail memory.", Section::kTail, false},
                   {"Failed to allocate temp memory.", Section::kTemp, false},
                   {"Failed to allocate memory.", Section::kTail, true}};
  for (const auto& wording : kWordings) {
    const TflmMessage message = only(std::string(wording.words) + " Requested: 19440, available 11876, missing: 7564");
    EXPECT_EQ(message.kind, MessageKind::kMemory) << wording.words;
    EXPECT_EQ(message.section, wording.section) << wording.words;
    EXPECT_EQ(message.past, wording.past) << wording.words;
    EXPECT_EQ(message.requested, 19'440U);
    EXPECT_EQ(message.available, 11'876U);
    EXPECT_EQ(message.missing, 7'564U);
  }
}

TEST(TflmMessagesTest, HalfAMessageIsTakenAsFarAsItGoes) {
  const TflmMessage noSection = only("Requested: 19440, available 11876");
  EXPECT_EQ(noSection.kind, MessageKind::kMemory);
  EXPECT_FALSE(noSection.section);
  EXPECT_EQ(noSection.missing, 7'564U);
  const TflmMessage noNumbers = only("Failed to allocate tail memory. Requested: 64");
  EXPECT_EQ(noNumbers.requested, 64U);
  EXPECT_FALSE(noNumbers.available);
  EXPECT_FALSE(noNumbers.missing);
}

// As in a bug report: several on a line, and what follows from them.
TEST(TflmMessagesTest, SeveralOnALineInALog) {
  const auto parsed = parseMessages(
      "E (312) main: starting\n"
      "Failed to allocate tail memory. Requested: 40, available 0, missing: 40 Failed to allocate tail memory. "
      "Requested: 12, available 0, missing: 12 Unable to allocate TfLiteAffineQuantization.\r\n\n"
      "AllocateTensors() failed\n");
  ASSERT_TRUE(parsed);
  ASSERT_EQ(parsed->messages.size(), 4U);
  EXPECT_EQ(parsed->messages[0].requested, 40U);
  EXPECT_EQ(parsed->messages[1].requested, 12U);
  EXPECT_EQ(parsed->messages[2].kind, MessageKind::kConsequence);
  EXPECT_EQ(parsed->messages[3].kind, MessageKind::kConsequence);
  EXPECT_EQ(parsed->others, (std::vector<std::string>{"E (312) main: starting"}));
}

TEST(TflmMessagesTest, OperatorsVersionsAndTypes) {
  EXPECT_EQ(only("Didn't find op for builtin opcode 'CONV_2D' version '5'. An older version").name, "CONV_2D");
  EXPECT_EQ(only("Failed to get registration from op code CUSTOM\n ").kind, MessageKind::kMissingOperator);
  const TflmMessage resolver = only("Couldn't register builtin op #22, resolver size is too small (5).");
  EXPECT_EQ(resolver.kind, MessageKind::kResolverTooSmall);
  EXPECT_EQ(resolver.number, 5U);
  const TflmMessage node = only("Node SOFTMAX (number 12f) failed to invoke with status 1");
  EXPECT_EQ(node.kind, MessageKind::kNodeFailed);
  EXPECT_EQ(node.name, "SOFTMAX");
  EXPECT_EQ(node.number, 12U);
  EXPECT_TRUE(node.running);
  EXPECT_EQ(only("Model provided is schema version 0 not equal to supported version 3.").number, 0U);
  EXPECT_EQ(only("Hybrid models are not supported on TFLite Micro.").kind, MessageKind::kHybrid);
  EXPECT_EQ(only("Type INT64 (4) not supported.").name, "INT64");
  EXPECT_EQ(only("Too many buffers (max is 7)").number, 7U);
  EXPECT_EQ(only("Scratch buffer request exeeds limit per operator (12)").kind, MessageKind::kScratchLimit);
  const TflmMessage old = only("Arena size is too small for all buffers. Needed 92160 but only 4096 was available.");
  EXPECT_EQ(old.kind, MessageKind::kBuffersTooLarge);
  EXPECT_EQ(old.requested, 92'160U);
  EXPECT_EQ(old.available, 4'096U);
}

TEST(TflmMessagesTest, WhatIsNoMessage) {
  EXPECT_THAT(parseMessages(" \n").error().message, HasSubstr("is empty"));
  EXPECT_THAT(parseMessages(std::string(1 << 20, 'x')).error().message, HasSubstr("at most"));
  const auto parsed = parseMessages("Segmentation fault\n" + std::string(100'000, '('));
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->messages.empty());
  EXPECT_FALSE(parsed->others.empty());
}

TEST(TflmMessagesTest, NumbersBelowZeroAreWrapped) {
  const auto parsed = parseMessages("Failed to resize buffer. Requested: 960, available 4294960256, missing: 8000");
  ASSERT_EQ(parsed->messages.size(), 1U);
  EXPECT_EQ(parsed->messages[0].availableBytes(), -7040);
  EXPECT_EQ(parsed->messages[0].missing, 8000U);
  EXPECT_EQ(parseMessages("Requested: 960, available 4294960256")->messages[0].missing, 8000U);
}

TEST(TflmMessagesTest, MemoryThatWasThereIsNoFailure) {
  for (const char* text :
       {"Failed to resize buffer. Requested: 144, available 418496, missing: 0", "Requested: 144, available 418496"})
    EXPECT_EQ(parseMessages(text)->messages[0].kind, MessageKind::kNoFailure) << text;
  EXPECT_EQ(parseMessages("Requested: 145, available 144")->messages[0].kind, MessageKind::kMemory);
}

TEST(TflmMessagesTest, LinesThatATerminalBrokeAreOne) {
  for (const char* text : {"Failed to resize buffer. Requested: 19440,\n available 11876, missing: 7564",
                           "Failed to resize buffer. Requested: 19440, available\n11876, missing: 7564",
                           "Failed to resize buffer.\nRequested: 19440, available 11876,\r\nmissing: 7564"}) {
    const auto parsed = parseMessages(text);
    ASSERT_EQ(parsed->messages.size(), 1U) << text;
    EXPECT_EQ(parsed->messages[0].requested, 19440U) << text;
    EXPECT_EQ(parsed->messages[0].available, 11876U) << text;
    EXPECT_EQ(parsed->messages[0].missing, 7564U) << text;
  }
}

TEST(TflmMessagesTest, WhatIsCutOffIsStillAMessage) {
  const auto parsed = parseMessages("E (312) tflm: Failed to allocate tail memory. Requ");
  ASSERT_EQ(parsed->messages.size(), 1U);
  EXPECT_EQ(parsed->messages[0].kind, MessageKind::kMemory);
  EXPECT_FALSE(parsed->messages[0].requested);
}

TEST(TflmMessagesTest, OtherRuntimesAndFlexOperators) {
  const auto torch =
      parseMessages("Memory allocation failed: 128B requested (adjusted for alignment), 10B available")->messages[0];
  EXPECT_EQ(torch.kind, MessageKind::kOtherRuntime);
  EXPECT_EQ(torch.name, "ExecuTorch");
  EXPECT_EQ(torch.requested, 128U);
  EXPECT_EQ(parseMessages("Didn't find op for builtin opcode 'FlexErf'")->messages[0].kind, MessageKind::kFlex);
}

} // namespace
} // namespace arenascope::diagnosis
