// Files and runs shared by several tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "service/profile/profiler.h"
#include "tests/support/small_models.h"

namespace arenascope::test {

// A sample model that comes with the project.
std::filesystem::path sampleModel(const std::string& name);

// The folder with models and with measurements of the real interpreter: next to the checkout, or as given by
// ARENASCOPE_SHARED. It need not exist.
std::filesystem::path sharedFolder();

// A temporary folder for one test, removed with the object.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  // Writes a file into the folder and answers its path.
  std::filesystem::path write(const std::string& name, const std::vector<std::uint8_t>& bytes) const;
  std::filesystem::path write(const std::string& name, const std::string& text) const;

private:
  std::filesystem::path path_;
};

std::string readText(const std::filesystem::path& path);

// The model of these bytes; throws what is wrong with it.
model::ModelFile fileOf(const std::vector<std::uint8_t>& bytes);
engine::LoadedModel loaded(const std::vector<std::uint8_t>& bytes);
// One run on the host.
run::RunTrace hostRun(const std::vector<std::uint8_t>& bytes, std::uint64_t arenaBytes, bool invoke = true,
                      bool recording = false);
// A whole profile; fails the test when there is no report. kernels: empty for what the target runs with by default.
report::Report profileOf(const std::filesystem::path& model, const std::string& target,
                         const std::string& kernels = "");

} // namespace arenascope::test
