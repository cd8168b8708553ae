#include "core/diagnosis/misspelt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/diagnosis/tflm_messages.h"

namespace arenascope::diagnosis {
namespace {

TEST(MisspeltTest, TypedAndScannedLinesAreRecognised) {
  const std::pair<const char*, MessageKind> kLines[] = {
      {"Falied to alocate memory for context->eval_tensors", MessageKind::kStructs},
      {"Failed to allocate tai1 memory. Requested: l296, available 456, missing: 84O", MessageKind::kMemory},
      {"Didnt find op for builtin op code DEPTHWISE_CONV_2D", MessageKind::kMissingOperator},
      {"Hybrid modells are not suported on TFLite Micro", MessageKind::kHybrid},
  };
  for (const auto& [line, kind] : kLines) {
    const auto parsed = parseMessages(std::string("I (3) app: start\n") + line);
    ASSERT_EQ(parsed->messages.size(), 1U) << line;
    EXPECT_EQ(parsed->messages[0].kind, kind) << line;
    EXPECT_EQ(parsed->messages[0].misspelt, line);
    EXPECT_THAT(parsed->others, testing::ElementsAre("I (3) app: start"));
  }
  const auto numbers = parseMessages(kLines[1].first);
  EXPECT_EQ(numbers->messages[0].requested, 1296U) << "letters that look like digits";
  EXPECT_EQ(parseMessages(kLines[2].first)->messages[0].name, "DEPTHWISE_CONV_2D");
}

TEST(MisspeltTest, OtherLinesStayWhatTheyAre) {
  for (const char* line : {"", "Failed to allocate buffers for the camera", "Model loaded, 3 operators, 12 tensors",
                           "allocating memory for the display succeeded", "the tensor arena is 1024 bytes large"})
    EXPECT_FALSE(spelled(line)) << line << ": " << spelled(line).value_or("");
}

TEST(MisspeltTest, WhatIsSpelledRightComesFirst) {
  const auto parsed = parseMessages("Hybrid modells are not suported on TFLite Micro\nAllocateTensors() failed");
  ASSERT_EQ(parsed->messages.size(), 1U);
  EXPECT_EQ(parsed->messages[0].misspelt, "");
}

} // namespace
} // namespace arenascope::diagnosis
