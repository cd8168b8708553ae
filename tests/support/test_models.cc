#include "tests/support/test_models.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "emulator/session/host_runner.h"
#include "resources/generator/model_builder.h"

namespace arenascope::test {

using generator::bytesOf;
using generator::ModelBuilder;

std::filesystem::path sampleModel(const std::string& name) {
  return std::filesystem::path(ARENASCOPE_SOURCE_DIR) / "resources/models" / (name + ".tflite");
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "arenascope-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code code;
  std::filesystem::remove_all(path_, code);
}

std::filesystem::path TemporaryFolder::write(const std::string& name, const std::vector<std::uint8_t>& bytes) const {
  std::ofstream file(path_ / name, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return path_ / name;
}

std::filesystem::path TemporaryFolder::write(const std::string& name, const std::string& text) const {
  return write(name, std::vector<std::uint8_t>(text.begin(), text.end()));
}

std::string readText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

namespace {

// Tensors: 0 in, 1 weights, 2 hidden, 3 weights, 4 out.
void addTwoLayers(ModelBuilder& model) {
  const auto dense = [&] {
    return generator::OptionsReference{
        schema::BuiltinOptions_FullyConnectedOptions,
        schema::CreateFullyConnectedOptions(model.flatbuffer(), schema::ActivationFunctionType_NONE).Union()};
  };
  const auto constant = [&](const std::string& name, std::int32_t rows, std::int32_t columns) {
    std::vector<float> values(static_cast<std::size_t>(rows * columns));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 3) - 1.0F;
    return model.addConstant(name, schema::TensorType_FLOAT32, {rows, columns}, bytesOf(values));
  };
  const std::int32_t in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 4});
  const std::int32_t first = constant("weights1", 8, 4);
  const std::int32_t hidden = model.addTensor("hidden", schema::TensorType_FLOAT32, {1, 8});
  const std::int32_t second = constant("weights2", 2, 8);
  const std::int32_t out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 2});
  model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {in, first, -1}, {hidden}, dense());
  model.addOperator(schema::BuiltinOperator_FULLY_CONNECTED, {hidden, second, -1}, {out}, dense());
  model.setInputs({in});
  model.setOutputs({out});
}

} // namespace

std::vector<std::uint8_t> twoLayerModel() {
  ModelBuilder model("two layers");
  addTwoLayers(model);
  return model.finish();
}

std::vector<std::uint8_t> offlinePlannedModel(const std::vector<std::int32_t>& bufferOffsets) {
  ModelBuilder model("two layers with an offline plan");
  addTwoLayers(model);
  const std::vector<std::int32_t> plan = {1, 0, 5, bufferOffsets[0], -1, bufferOffsets[1], -1, bufferOffsets[2]};
  model.addMetadata("OfflineMemoryAllocation", bytesOf(plan));
  return model.finish();
}

std::vector<std::uint8_t> unsupportedOperatorModel() {
  ModelBuilder model("an operator without a kernel");
  const std::int32_t in = model.addTensor("in", schema::TensorType_FLOAT32, {1, 4});
  const std::int32_t middle = model.addTensor("middle", schema::TensorType_FLOAT32, {1, 4});
  const std::int32_t out = model.addTensor("out", schema::TensorType_FLOAT32, {1, 4});
  model.addOperator(schema::BuiltinOperator_RELU, {in}, {middle});
  model.addOperator(schema::BuiltinOperator_TILE, {middle, middle}, {out});
  model.setInputs({in});
  model.setOutputs({out});
  return model.finish();
}

session::LoadedModel loaded(const std::vector<std::uint8_t>& bytes) {
  profile::Result<profile::ModelFile> file = profile::ModelFile::fromBytes(bytes, "test");
  if (!file) throw std::runtime_error(file.error().message);
  return {*file, profile::readModelInfo(*file)};
}

profile::RunTrace hostRun(const std::vector<std::uint8_t>& bytes, std::uint64_t arenaBytes, bool invoke,
                          bool recording) {
  session::HostRunner runner;
  session::RunControl control;
  session::RunOptions options;
  options.arenaBytes = arenaBytes;
  options.invoke = invoke;
  options.recording = recording;
  return runner.run(loaded(bytes), options, control);
}

std::filesystem::path sharedFolder() {
  if (const char* chosen = std::getenv("ARENASCOPE_SHARED"); chosen != nullptr) return chosen;
  return std::filesystem::path(ARENASCOPE_SOURCE_DIR) / "../shared";
}

profile::Report profileOf(const std::filesystem::path& model, const std::string& target, const std::string& kernels) {
  session::ProfileRequest request;
  request.model = model;
  request.target = target;
  request.kernels = kernels;
  session::RunControl control;
  profile::Result<profile::Report> report = session::profileModel(request, {}, control);
  if (!report) throw std::runtime_error(report.error().message);
  return *report;
}

} // namespace arenascope::test
