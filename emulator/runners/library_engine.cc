#include "emulator/runners/library_engine.h"

#include "emulator/elf/image_loader.h"
#include "emulator/engine/kernel_library.h"

namespace arenascope::runners {

namespace {

class LibraryEngine final : public engine::Engine {
public:
  bool serves(const engine::Request& request) const override {
    return engine::findKernelLibrary(request.configuration.kernels).has_value();
  }
  std::vector<engine::AddedKernels> added() const override {
    std::vector<engine::AddedKernels> all;
    for (const engine::KernelLibrary& each : engine::kernelLibraries())
      all.push_back({.name = each.name, .target = each.target, .library = each.library});
    return all;
  }
  std::string whyNot(const engine::Request& /*request*/) const override { return {}; }
  Result<std::unique_ptr<engine::Runner>> runner(const engine::Request& request) const override {
    Result<std::unique_ptr<ImageRunner>> made = libraryRunner(request.configuration.kernels, request.target);
    if (!made) return made.error();
    return std::unique_ptr<engine::Runner>(std::move(*made));
  }
};

} // namespace

Result<std::unique_ptr<ImageRunner>> libraryRunner(const std::string& name, const engine::Target& target) {
  const auto library = engine::findKernelLibrary(name);
  if (!library) return Error{Stage::kTarget, "the kernel set " + name + " has been removed in the meantime"};
  Result<protocol::ImageFile> file = elf::loadImage(library->image, std::nullopt, {});
  if (!file) return file.error();
  const auto shared = std::make_shared<protocol::ImageFile>(std::move(*file));
  auto usage = engine::flashUsageOf(*library, shared->image);
  return std::make_unique<ImageRunner>(shared, target, std::move(usage));
}

const engine::Engine& libraryEngine() {
  static const LibraryEngine kEngine;
  return kEngine;
}

} // namespace arenascope::runners
