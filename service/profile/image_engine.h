// The engine that runs users' unchanged firmware images.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/model/load/model_file.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

class ImageEngine {
public:
  virtual ~ImageEngine() = default;
  // Whether a file is an image: an ELF file, or flash contents by its extension.
  virtual bool opens(const std::filesystem::path& path) const = 0;
  // The target with the image's processor; empty if the image does not name it or is unreadable. path: the image,
  // or a model in it.
  virtual std::string coreOf(const std::filesystem::path& path) const = 0;
  // The image of a name such as "app.elf (model at 0x0800B0F0)", which reports use for a model in an image; absent
  // for other names, and for names of files.
  virtual std::optional<std::filesystem::path> ofModel(const std::filesystem::path& path) const = 0;
  // The model in an image, for our own interpreter: the one in such a name, or the only one.
  virtual Result<model::ModelFile> modelIn(const ProfileRequest& request, model::Kernels kernels) const = 0;
  // request.model: the image. Its target counts if the image does not name its processor.
  virtual Result<report::Report> profile(const ProfileRequest& request, const ProfileObserver& observer,
                                         engine::RunControl& control) const = 0;
};

// The one of this program (engines.h).
bool isFirmwareImage(const std::filesystem::path& path);
std::string coreOfImage(const std::filesystem::path& path);
std::optional<std::filesystem::path> imageOfModel(const std::filesystem::path& path);

} // namespace arenascope::service
