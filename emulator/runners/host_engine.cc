#include "emulator/runners/host_engine.h"

#include "emulator/runners/host_kernels.h"
#include "emulator/runners/host_runner.h"

namespace arenascope::runners {

namespace {

class HostEngine final : public engine::Engine {
public:
  bool serves(const engine::Request& request) const override { return request.target.family == engine::Family::kHost; }
  std::string whyNot(const engine::Request& /*request*/) const override { return {}; }
  Result<std::unique_ptr<engine::Runner>> runner(const engine::Request& /*request*/) const override {
    (void)hostKernels(); // a part of the program, once it is loaded
    return std::unique_ptr<engine::Runner>(std::make_unique<HostRunner>());
  }
};

} // namespace

const engine::Engine& hostEngine() {
  static const HostEngine kEngine;
  return kEngine;
}

} // namespace arenascope::runners
