// Float models run as the converter would quantize them: the arena of the quantized model, and nearly the float
// results.
#include "service/profile/quantizing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/load/read_model_info.h"
#include "core/output/npy.h"
#include "service/profile/prepared_run.h"
#include "tests/operators/operator_case.h"
#include "tests/support/float_original.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using testing::HasSubstr;

Result<report::Report> quantizedReport(ProfileRequest request, const std::vector<std::uint8_t>& model,
                                       const std::string& numbers) {
  request.model = "float.tflite";
  request.file = *model::ModelFile::fromBytes(model, "float.tflite");
  request.quantize = numbers;
  engine::RunControl control;
  return profileModel(request, {}, control);
}

std::vector<std::uint8_t> bytesOfSample(const std::string& name) {
  const auto file = model::ModelFile::load(test::sampleModel(name));
  return {file->bytes().begin(), file->bytes().end()};
}

// Those of edge_detector and, but for dense layers, of the others are the real interpreter's: tests/oracle/samples.tsv.
TEST(QuantizingTest, FloatOriginalsOfTheSamplesNeedTheSamplesArena) {
  for (const char* name :
       {"autoencoder", "edge_detector", "image_classifier", "keyword_spotter", "person_detector", "sine"}) {
    for (const char* kernels : {"reference", "cmsis-nn"}) {
      SCOPED_TRACE(std::string(name) + " " + kernels);
      ProfileRequest request;
      request.kernels = kernels;
      request.invoke = false;
      const auto report = quantizedReport(request, test::floatOriginal(bytesOfSample(name)), "int8");
      ASSERT_TRUE(report) << report.error().message;
      ASSERT_FALSE(report->error) << report->error->message;
      request.model = name;
      request.file = *model::ModelFile::fromBytes(test::withOneScaleForDenseLayers(bytesOfSample(name)), name);
      engine::RunControl control;
      const auto sample = profileModel(request, {}, control);
      EXPECT_EQ(report->arena->minimum, sample->arena->minimum);
      EXPECT_EQ(report->arena->head, sample->arena->head);
      EXPECT_EQ(report->arena->tail, sample->arena->tail);
      EXPECT_THAT(report->model.quantized->inFloat, testing::IsEmpty());
    }
  }
}

bool isFloatCase(const test::OperatorCase& each) {
  const auto file = model::ModelFile::fromBytes(each.model, each.name);
  if (!file) return false;
  ProfileRequest request;
  request.quantize = "int8";
  return static_cast<bool>(quantizedModel(*file, request));
}

std::vector<test::OperatorCase> floatCases() {
  std::vector<test::OperatorCase> cases;
  for (const auto& family : {test::elementwiseCases(), test::movementCases(), test::layerCases(), test::controlCases()})
    for (const test::OperatorCase& each : family)
      if (isFloatCase(each)) cases.push_back(each);
  return cases;
}

TEST(QuantizingTest, OperatorsGiveNearlyTheFloatResults) {
  std::size_t checked = 0;
  for (const test::OperatorCase& each : floatCases()) {
    for (const char* numbers : {"int8", "int16x8", "int8-float-io"}) {
      SCOPED_TRACE(each.name + " " + numbers);
      const auto file = model::ModelFile::fromBytes(each.model, each.name);
      const model::ModelInfo info = model::readModelInfo(*file);
      const model::SubgraphInfo& graph = info.subgraphs.front();
      const test::TemporaryFolder folder;
      for (std::size_t i = 0; i < each.inputs.size(); ++i) {
        const model::TensorInfo& tensor = graph.tensors[graph.inputs[i].position()];
        folder.write(std::to_string(i) + ".npy", output::toNpy(tensor.type, tensor.shape, each.inputs[i]));
      }
      ProfileRequest request;
      request.quantize = numbers;
      request.calibration = folder.path();
      const auto quantized = quantizedModel(*file, request);
      if (!quantized) {
        EXPECT_THAT(quantized.error().message,
                    testing::AnyOf(HasSubstr("nothing can be quantized"), HasSubstr("the input's scale is too small"),
                                   HasSubstr("from 1 to 10,000 can be used")));
        continue;
      }
      ++checked;
      for (const auto& accuracy : quantized->graph().quantized->accuracy)
        EXPECT_LE(accuracy.mean, std::max(accuracy.range, 0.01) / 50)
            << "most " << accuracy.most << " of " << accuracy.range;
    }
  }
  EXPECT_GT(checked, 100U);
}

} // namespace
} // namespace arenascope::service
