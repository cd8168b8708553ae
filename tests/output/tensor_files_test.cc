#include "core/output/tensor_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>

#include "core/output/npy.h"
#include "tests/support/test_models.h"

namespace arenascope::output {
namespace {

report::Report reportWithTensors(const std::filesystem::path& folder) {
  service::ProfileRequest request;
  request.model = folder / "model.tflite";
  request.target = "host";
  request.keepOutputs = true;
  engine::RunControl control;
  const Result<report::Report> report = service::profileModel(request, {}, control);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : report::Report();
}

TEST(TensorFilesTest, HaveInputsAndWhatOperatorsWrote) {
  const test::TemporaryFolder folder;
  folder.write("model.tflite", test::twoLayerModel());
  const report::Report report = reportWithTensors(folder.path());
  const std::filesystem::path tensors = folder.path() / "made/here";
  ASSERT_FALSE(writeTensors(tensors, report));
  const std::string output = test::readText(tensors / tensorFile(SubgraphId(0), report.operators[1].outputs[0].tensor));
  const Result<std::vector<std::uint8_t>> data =
      arrayData({reinterpret_cast<const std::uint8_t*>(output.data()), output.size()});
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(*data, report.outputs[0].bytes);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(tensors), {}), 3) << "in, hidden and out";
  EXPECT_EQ(tensorFile(SubgraphId(0), TensorId(12)), "subgraph0-tensor12.npy");
}

TEST(TensorFilesTest, AFolderThatCannotBeIsNamed) {
  const test::TemporaryFolder folder;
  folder.write("model.tflite", test::twoLayerModel());
  const std::optional<Error> failed = writeTensors(folder.path() / "model.tflite/inside", report::Report());
  ASSERT_TRUE(failed);
  EXPECT_NE(failed->message.find("model.tflite/inside cannot be created: "), std::string::npos) << failed->message;
}

} // namespace
} // namespace arenascope::output
