// The note in a model that was quantized here: written, read again, and left alone where it is none.
#include "core/model/graph/quantization_note.h"

#include <gtest/gtest.h>

#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/load/graph_reader.h"
#include "resources/generator/model_builder.h"

namespace arenascope::model {
namespace {

std::optional<QuantizationNote> noteIn(const std::string& text) {
  generator::ModelBuilder builder("note");
  const auto in = builder.addTensor("in", schema::TensorType_INT8, {1, 4});
  builder.setInputs({in});
  builder.setOutputs({in});
  builder.addMetadata(schema::kQuantizationNoteName, std::vector<std::uint8_t>(text.begin(), text.end()));
  const std::vector<std::uint8_t> bytes = builder.finish();
  return readGraph(bytes)->quantized;
}

TEST(QuantizationNoteTest, IsReadAsItWasWritten) {
  QuantizationNote note;
  note.numbers = "int16x8";
  note.inputs = 12;
  note.inFloat = {{3, "SIN", "it has no integer form"}};
  note.accuracy = {{.output = 1, .mean = 0.25, .most = 0.5, .range = 2, .agreements = 11}};
  const auto read = noteIn(toText(note));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->numbers, "int16x8");
  EXPECT_TRUE(read->isCalibrated());
  ASSERT_EQ(read->inFloat.size(), 1U);
  EXPECT_EQ(read->inFloat[0].op, 3);
  EXPECT_EQ(read->inFloat[0].name, "SIN");
  EXPECT_EQ(read->inFloat[0].reason, "it has no integer form");
  ASSERT_EQ(read->accuracy.size(), 1U);
  EXPECT_EQ(read->accuracy[0].output, 1);
  EXPECT_EQ(read->accuracy[0].mean, 0.25);
  EXPECT_EQ(read->accuracy[0].most, 0.5);
  EXPECT_EQ(read->accuracy[0].range, 2);
  EXPECT_EQ(read->accuracy[0].agreements, 11);
}

TEST(QuantizationNoteTest, WhatIsNotUnderstoodIsLeftOut) {
  const auto read = noteIn("numbers\nfloat x SIN\noutput 0 much\nother 1\ninputs none");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->numbers, "");
  EXPECT_FALSE(read->isCalibrated());
  EXPECT_TRUE(read->inFloat.empty());
  EXPECT_TRUE(read->accuracy.empty());
}

} // namespace
} // namespace arenascope::model
