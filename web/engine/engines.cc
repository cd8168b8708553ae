// The module's engines: the interpreter that is linked into it, and nothing that needs an emulator.
#include "service/profile/engines.h"

#include "web/engine/core_runner.h"

namespace arenascope::web {

namespace {

class WasmEngine final : public engine::Engine {
public:
  bool serves(const engine::Request& /*request*/) const override { return true; }
  // What people usually have is then said to be compiled at another level; where that is asked for, its memory is the
  // same.
  std::string whyNot(const engine::Request& request) const override {
    return engine::levelOf(request.configuration.kernels) == engine::kUsualLevel
               ? ""
               : "this module has kernels of one level only";
  }
  Result<std::unique_ptr<engine::Runner>> runner(const engine::Request& request) const override {
    return std::unique_ptr<engine::Runner>(
        std::make_unique<CoreRunner>(request.target, request.configuration.kernels, request.variant));
  }
};

// Firmware images are known by their names' endings, and refused.
class InstalledOnly final : public service::ImageEngine {
public:
  bool opens(const std::filesystem::path& path) const override {
    const std::string ending = path.extension().string();
    return ending == ".elf" || ending == ".bin" || ending == ".hex" || ending == ".uf2" || ending == ".axf";
  }
  std::string coreOf(const std::filesystem::path& /*path*/) const override { return {}; }
  std::optional<std::filesystem::path> ofModel(const std::filesystem::path& /*path*/) const override { return {}; }
  Result<model::ModelFile> modelIn(const service::ProfileRequest& request, model::Kernels /*kernels*/) const override {
    return notHere(request);
  }
  Result<report::Report> profile(const service::ProfileRequest& request, const service::ProfileObserver& /*observer*/,
                                 engine::RunControl& /*control*/) const override {
    return notHere(request);
  }

private:
  static Error notHere(const service::ProfileRequest& request) {
    return {Stage::kInput, request.model.string() +
                               ": only the installed program runs firmware images; give a .tflite model or a C array"};
  }
};

} // namespace

} // namespace arenascope::web

namespace arenascope::service {

engine::Engines engines() {
  static const web::WasmEngine kWasm;
  static const engine::Engine* const kAll[] = {&kWasm};
  return kAll;
}

const ImageEngine& imageEngine() {
  static const web::InstalledOnly kNone;
  return kNone;
}

} // namespace arenascope::service
