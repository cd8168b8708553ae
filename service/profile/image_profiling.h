// Profiles the interpreter in a user's firmware image, as it is.
#pragma once

#include "core/model/load/model_file.h"
#include "service/profile/profiler.h"

namespace arenascope::service {

// An ELF file, or flash contents by the name's ending.
bool isFirmwareImage(const std::filesystem::path& path);
// The target whose processor an image was built for; empty where it does not say, or cannot be read. path: the image,
// or a model in it.
std::string coreOfImage(const std::filesystem::path& path);
// Of "app.elf (model at 0x0800B0F0)", as reports call a model that they found in an image, the image; nothing where the
// name is another, or that of a file.
std::optional<std::filesystem::path> imageOfModel(const std::filesystem::path& path);
// The model in an image, for our own interpreter: the one that such a name says, or the only one that there is.
Result<model::ModelFile> modelInImage(const ProfileRequest& request, model::Kernels kernels);

// request.model: the image. Its target is used where the image does not say its processor.
Result<report::Report> profileImage(const ProfileRequest& request, const ProfileObserver& observer,
                                    engine::RunControl& control);

} // namespace arenascope::service
