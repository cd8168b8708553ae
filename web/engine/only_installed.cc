// What only the installed program can do, and what the module answers instead.
#include <cstdint>

#include "core/base/folders.h"
#include "core/devtree/checkout.h"
#include "core/devtree/module_part.h"
#include "core/model/load/model_file.h"
#include "emulator/elf/image_loader.h"
#include "emulator/engine/kernel_library.h"
#include "emulator/runners/firmware.h"
#include "service/profile/image_profiling.h"
#include "service/store/result_cache.h"

namespace arenascope::devtree {

std::filesystem::path dataFolder(const char* name) { return installedFolder(name); }

Result<void*> functionOf(const Module& module, const char* /*name*/) {
  return Error{module.missing.stage, "only the installed program has " + module.what};
}

} // namespace arenascope::devtree

namespace arenascope::elf {

// By its name's ending.
bool isImage(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".elf" || ending == ".bin" || ending == ".hex" || ending == ".uf2" || ending == ".axf";
}

} // namespace arenascope::elf

namespace arenascope::service {

bool isFirmwareImage(const std::filesystem::path& path) { return elf::isImage(path); }
std::string coreOfImage(const std::filesystem::path& /*path*/) { return {}; }
std::optional<std::filesystem::path> imageOfModel(const std::filesystem::path& /*path*/) { return std::nullopt; }

namespace {
Error notHere(const ProfileRequest& request) {
  return {Stage::kInput, request.model.string() +
                             ": a firmware image is run by the installed program only; here a .tflite model or a "
                             "C array is wanted"};
}
} // namespace

Result<report::Report> profileImage(const ProfileRequest& request, const ProfileObserver& /*observer*/,
                                    engine::RunControl& /*control*/) {
  return notHere(request);
}
Result<model::ModelFile> modelInImage(const ProfileRequest& request, model::Kernels /*kernels*/) {
  return notHere(request);
}

std::shared_ptr<ResultCache> userCache() { return nullptr; }

} // namespace arenascope::service

namespace arenascope::engine {

std::vector<KernelLibrary> kernelLibraries() { return {}; }
std::optional<KernelLibrary> findKernelLibrary(const std::string& /*name*/) { return std::nullopt; }

} // namespace arenascope::engine

namespace arenascope::runners {

// Its kernels are there as the module has them, whatever level a board's usual library is compiled at.
bool hasFirmware(const engine::Target& /*target*/, const std::string& /*kernels*/, const std::string& /*cLibrary*/) {
  return false;
}

} // namespace arenascope::runners
