// What only the installed program can do, and what the module answers instead.
#include <cstdint>

#include "core/base/folders.h"
#include "core/devtree/checkout.h"
#include "core/devtree/module_part.h"
#include "core/model/model_file.h"
#include "emulator/loading/image_loader.h"
#include "emulator/session/image_profiling.h"
#include "emulator/session/result_cache.h"
#include "emulator/targets/firmware.h"
#include "emulator/targets/kernel_library.h"

namespace arenascope::devtree {

std::filesystem::path dataFolder(const char* name) { return installedFolder(name); }

Result<void*> functionOf(const Module& module, const char* /*name*/) {
  return Error{module.missing.stage, "only the installed program has " + module.what};
}

} // namespace arenascope::devtree

namespace arenascope::image {

// By its name's ending.
bool isImage(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".elf" || ending == ".bin" || ending == ".hex" || ending == ".uf2" || ending == ".axf";
}

} // namespace arenascope::image

namespace arenascope::session {

bool isFirmwareImage(const std::filesystem::path& path) { return image::isImage(path); }
std::string coreOfImage(const std::filesystem::path& /*path*/) { return {}; }
std::optional<std::filesystem::path> imageOfModel(const std::filesystem::path& /*path*/) { return std::nullopt; }

namespace {
Error notHere(const ProfileRequest& request) {
  return {Stage::kInput, request.model.string() +
                             ": a firmware image is run by the installed program only; here a .tflite model or a "
                             "C array is wanted"};
}
} // namespace

Result<profile::Report> profileImage(const ProfileRequest& request, const ProfileObserver& /*observer*/,
                                     RunControl& /*control*/) {
  return notHere(request);
}
Result<profile::ModelFile> modelInImage(const ProfileRequest& request, profile::Kernels /*kernels*/) {
  return notHere(request);
}

std::vector<KernelLibrary> kernelLibraries() { return {}; }
std::optional<KernelLibrary> findKernelLibrary(const std::string& /*name*/) { return std::nullopt; }

std::shared_ptr<ResultCache> userCache() { return nullptr; }

// Its kernels are there as the module has them, whatever level a board's usual library is compiled at.
bool hasFirmware(const Target& /*target*/, const std::string& /*kernels*/, const std::string& /*cLibrary*/) {
  return false;
}

} // namespace arenascope::session
