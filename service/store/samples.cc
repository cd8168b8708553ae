#include "service/store/samples.h"

#include <algorithm>
#include <system_error>

#include "core/devtree/checkout.h"

namespace arenascope::service {

std::filesystem::path sampleFolder() { return devtree::dataFolder("models"); }

std::vector<std::filesystem::path> sampleModels() {
  std::vector<std::filesystem::path> models;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(sampleFolder(), code))
    if (entry.path().extension() == ".tflite") models.push_back(entry.path());
  std::sort(models.begin(), models.end());
  return models;
}

} // namespace arenascope::service
