#include "service/profile/image_engine.h"

#include "service/profile/engines.h"

namespace arenascope::service {

bool isFirmwareImage(const std::filesystem::path& path) { return imageEngine().opens(path); }
std::string coreOfImage(const std::filesystem::path& path) { return imageEngine().coreOf(path); }
std::optional<std::filesystem::path> imageOfModel(const std::filesystem::path& path) {
  return imageEngine().ofModel(path);
}

} // namespace arenascope::service
