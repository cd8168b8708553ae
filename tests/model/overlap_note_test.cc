// The note about overlap in a model's metadata: written, read again, and left alone where it is none.
#include "core/model/graph/overlap_note.h"

#include <gtest/gtest.h>

#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/load/graph_reader.h"
#include "resources/generator/model_builder.h"

namespace arenascope::model {
namespace {

std::optional<OverlapNote> readBack(const std::string& text) {
  generator::ModelBuilder builder("note");
  const auto in = builder.addTensor("in", schema::TensorType_INT8, {1, 4});
  builder.setInputs({in});
  builder.setOutputs({in});
  builder.addMetadata(schema::kOverlapNoteName, std::vector<std::uint8_t>(text.begin(), text.end()));
  const std::vector<std::uint8_t> bytes = builder.finish();
  return readGraph(bytes)->overlap;
}

TEST(OverlapNoteTest, IsReadAsItWasWritten) {
  OverlapNote note;
  note.tflm = "90b983c2";
  note.kernels = {{"cortex-m4", "reference"}, {"cortex-m0plus", "cmsis-nn"}};
  note.pairs = {{7, 6}, {5, 3}};
  const auto read = readBack(toText(note));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->tflm, note.tflm);
  EXPECT_TRUE(read->provenFor("cortex-m4", "reference"));
  EXPECT_TRUE(read->provenFor("cortex-m0plus", "cmsis-nn"));
  EXPECT_FALSE(read->provenFor("cortex-m0plus", "reference"));
  EXPECT_TRUE(read->names(5, 3));
  EXPECT_TRUE(read->names(6, 7)) << "either way round";
  EXPECT_FALSE(read->names(5, 6));
}

TEST(OverlapNoteTest, WhatIsNotUnderstoodIsLeftOut) {
  const auto read = readBack("over 1\nover x y\nkernels cortex-m4\nsomething else\n\nover 2 1");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->kernels.empty());
  EXPECT_EQ(read->pairs.size(), 1U);
  EXPECT_FALSE(readBack(std::string(100'000, 'x')));
}

} // namespace
} // namespace arenascope::model
