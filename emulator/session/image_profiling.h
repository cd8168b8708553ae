// Profiles the interpreter in somebody's firmware image, as it is.
#pragma once

#include "core/model/model_file.h"
#include "emulator/session/profiler.h"

namespace arenascope::session {

// An ELF file, or flash contents by the name's ending.
bool isFirmwareImage(const std::filesystem::path& path);
// The target whose processor an image was built for; empty where it does not say, or cannot be read. path: the image,
// or a model in it.
std::string coreOfImage(const std::filesystem::path& path);
// Of "app.elf (model at 0x0800B0F0)", as reports call a model that they found in an image, the image; nothing where the
// name is another, or that of a file.
std::optional<std::filesystem::path> imageOfModel(const std::filesystem::path& path);
// The model in an image, for our own interpreter: the one that such a name says, or the only one that there is.
Result<profile::ModelFile> modelInImage(const ProfileRequest& request, profile::Kernels kernels);

// request.model: the image. Its target is used where the image does not say its processor.
Result<profile::Report> profileImage(const ProfileRequest& request, const ProfileObserver& observer,
                                     RunControl& control);

} // namespace arenascope::session
