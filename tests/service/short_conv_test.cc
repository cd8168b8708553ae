// esp-tflite-micro 1.3.3 asks for too little for CONV_2D and overwrites what lies behind: sizes are told, and by whom
// what is overwritten.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/report/text/report_text.h"
#include "resources/generator/model_builder.h"
#include "service/profile/profiler.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using namespace schema;
using report::notesOf;
using report::Report;
using testing::HasSubstr;

constexpr const char* kOverwritten = "writes 4 bytes past them";

// A convolution, some RELUs, each moving persistent memory by 12 bytes of 16, and an operator whose options
// are the last that are made before the convolution's data.
std::vector<std::uint8_t> convolutionFirst(int relus, bool softmax) {
  const generator::Quantization plain{{1.0F}, {0}, 0};
  generator::ModelBuilder model("convolution first");
  flatbuffers::FlatBufferBuilder& builder = model.flatbuffer();
  const std::vector<std::int32_t> shape = {1, 4, 4, 4};
  const auto in = model.addTensor("in", TensorType_INT8, shape, plain);
  const auto filter =
      model.addConstant("filter", TensorType_INT8, {4, 3, 3, 4}, std::vector<std::uint8_t>(144, 1), plain);
  const auto bias = model.addConstant("bias", TensorType_INT32, {4}, std::vector<std::uint8_t>(16, 0), plain);
  auto last = model.addTensor("conv", TensorType_INT8, shape, plain);
  model.addOperator(BuiltinOperator_CONV_2D, {in, filter, bias}, {last},
                    {BuiltinOptions_Conv2DOptions, CreateConv2DOptions(builder, Padding_SAME, 1, 1).Union()});
  for (int i = 0; i < relus; ++i) {
    const auto next = model.addTensor("relu" + std::to_string(i), TensorType_INT8, shape, plain);
    model.addOperator(BuiltinOperator_RELU, {last}, {next}, {});
    last = next;
  }
  const auto out = softmax ? model.addTensor("out", TensorType_INT8, shape, {{1.0F / 256}, {-128}, 0})
                           : model.addTensor("out", TensorType_INT8, {1, 4, 4, 8}, plain);
  if (softmax)
    model.addOperator(BuiltinOperator_SOFTMAX, {last}, {out},
                      {BuiltinOptions_SoftmaxOptions, CreateSoftmaxOptions(builder, 1.0F).Union()});
  else
    model.addOperator(BuiltinOperator_CONCATENATION, {last, last}, {out},
                      {BuiltinOptions_ConcatenationOptions, CreateConcatenationOptions(builder, 3).Union()});
  model.setInputs({in});
  model.setOutputs({out});
  return model.finish();
}

Report reportWith(const std::filesystem::path& model, const char* tflm) {
  service::ProfileRequest request;
  request.model = model;
  request.target = "esp32s3"; // where the overwritten number is not a harmless -1
  request.kernels = "esp-nn@1.1.2";
  request.tflm = tflm;
  engine::RunControl control;
  const auto report = service::profileModel(request, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : Report();
}

std::string overwrittenIn(const Report& report) {
  for (const std::string& note : notesOf(report))
    if (note.find(kOverwritten) != std::string::npos) return note;
  return {};
}

TEST(ShortConvTest, SizesAreToldAndWhoseDataIsOverwritten) {
  const test::TemporaryFolder folder;
  for (const bool softmax : {false, true}) {
    int overwritten = 0;
    for (int relus = 0; relus < 4; ++relus) {
      SCOPED_TRACE(std::string(softmax ? "SOFTMAX " : "CONCATENATION ") + std::to_string(relus));
      const auto model = folder.write("model.tflite", convolutionFirst(relus, softmax));
      const Report report = reportWith(model, "esp-1.3.3");
      const Report mended = reportWith(model, "esp-1.3.4");
      ASSERT_TRUE(report.ok()) << report.error->message;
      ASSERT_TRUE(mended.ok()) << mended.error->message;
      EXPECT_TRUE(report.arena->minimumProven);
      EXPECT_LE(report.arena->used, mended.arena->used);
      EXPECT_EQ(report.outputs.at(0).bytes, mended.outputs.at(0).bytes);
      EXPECT_EQ(overwrittenIn(mended), "");
      const std::string note = overwrittenIn(report);
      if (note.empty()) continue;
      ++overwritten;
      EXPECT_THAT(note, HasSubstr("The block of operator 0 is followed by the options of operator " +
                                  std::to_string(relus + 1) + (softmax ? " (SOFTMAX)" : " (CONCATENATION)")));
      EXPECT_THAT(note, HasSubstr(softmax ? "calls abort()" : "a device's results are wrong"));
    }
    EXPECT_EQ(overwritten, 1) << "blocks end at a multiple of 16 at one of four places";
  }
}

} // namespace
} // namespace arenascope::service
