#include "tests/support/test_models.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "emulator/runners/host_runner.h"

namespace arenascope::test {

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

model::ModelFile fileOf(const std::vector<std::uint8_t>& bytes) {
  Result<model::ModelFile> file = model::ModelFile::fromBytes(bytes, "test");
  if (!file) throw std::runtime_error(file.error().message);
  return *file;
}

engine::LoadedModel loaded(const std::vector<std::uint8_t>& bytes) {
  const model::ModelFile file = fileOf(bytes);
  return {file, model::readModelInfo(file)};
}

run::RunTrace hostRun(const std::vector<std::uint8_t>& bytes, std::uint64_t arenaBytes, bool invoke, bool recording) {
  runners::HostRunner runner;
  engine::RunControl control;
  engine::RunOptions options;
  options.arenaBytes = arenaBytes;
  options.interpreter.invoke = invoke;
  options.interpreter.recording = recording;
  return runner.run(loaded(bytes), options, control);
}

std::filesystem::path sharedFolder() {
  if (const char* chosen = std::getenv("ARENASCOPE_SHARED"); chosen != nullptr) return chosen;
  return std::filesystem::path(ARENASCOPE_SOURCE_DIR) / "../shared";
}

report::Report profileOf(const std::filesystem::path& model, const std::string& target, const std::string& kernels) {
  service::ProfileRequest request;
  request.model = model;
  request.target = target;
  request.kernels = kernels;
  engine::RunControl control;
  Result<report::Report> report = service::profileModel(request, {}, control);
  if (!report) throw std::runtime_error(report.error().message);
  return *report;
}

} // namespace arenascope::test
