// What runs users' firmware images as they are.
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
  // Whether a file is an image: an ELF file, or flash contents by the name's ending.
  virtual bool opens(const std::filesystem::path& path) const = 0;
  // The target whose processor an image was built for; empty where it does not say, or cannot be read. path: the image,
  // or a model in it.
  virtual std::string coreOf(const std::filesystem::path& path) const = 0;
  // Of "app.elf (model at 0x0800B0F0)", as reports call a model that they found in an image, the image; nothing where
  // the name is another, or that of a file.
  virtual std::optional<std::filesystem::path> ofModel(const std::filesystem::path& path) const = 0;
  // The model in an image, for our own interpreter: the one that such a name says, or the only one that there is.
  virtual Result<model::ModelFile> modelIn(const ProfileRequest& request, model::Kernels kernels) const = 0;
  // request.model: the image. Its target is used where the image does not say its processor.
  virtual Result<report::Report> profile(const ProfileRequest& request, const ProfileObserver& observer,
                                         engine::RunControl& control) const = 0;
};

// Of the program's own (engines.h).
bool isFirmwareImage(const std::filesystem::path& path);
std::string coreOfImage(const std::filesystem::path& path);
std::optional<std::filesystem::path> imageOfModel(const std::filesystem::path& path);

} // namespace arenascope::service
