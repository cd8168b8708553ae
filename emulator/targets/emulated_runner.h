// The interpreter core as firmware on an emulated Cortex-M.
#pragma once

#include <memory>

#include "emulator/machine/flash_usage.h"
#include "emulator/machine/machine.h"
#include "emulator/targets/runner.h"
#include "emulator/targets/target.h"

namespace arenascope::session {

class EmulatedRunner final : public Runner {
public:
  // Fails where the firmware image for that processor and kernel set is missing.
  // kernels: its full name. variant: what the interpreter is told to be; nothing where its image is that already.
  static Result<std::unique_ptr<EmulatedRunner>> create(const Target& target, const std::string& kernels,
                                                        const tflm::Variant& variant = {});

  profile::RunTrace run(const LoadedModel& model, const RunOptions& options, RunControl& control) override;
  std::unique_ptr<Runner> another() const override {
    return std::unique_ptr<Runner>(new EmulatedRunner(image_, usage_, target_, variant_));
  }
  // Of esp-nn and of other revisions the memory is known, not the code.
  bool hasCycles() const override {
    return target_.hasCycles && variant_.espNn == 0 && variant_.armCompiler == 0 && variant_.date == 0;
  }
  std::string whyNoCycles() const override;
  bool hasKernel(const std::string& name) const override;
  // SHA-256 of the firmware image that it runs.
  const std::string& imageHash() const { return image_.hash(); }
  std::optional<profile::FlashReport> flash(const std::vector<std::string>& operators) const override;

private:
  EmulatedRunner(machine::FirmwareImage image, machine::FlashUsage usage, const Target& target,
                 const tflm::Variant& variant);

  const Target& target_;
  machine::FirmwareImage image_;
  machine::FlashUsage usage_;
  tflm::Variant variant_;
  std::unique_ptr<timing::CycleModel> model_;
  machine::Machine machine_;
};

// Where firmware images are looked for: ARENASCOPE_FIRMWARE_DIR, beside the program, the install prefix, the build.
// processor: Target::image(). kernels: "reference", or "reference-variants" of an image that is told what to be.
Result<std::filesystem::path> findFirmware(const std::string& processor, const std::string& kernels);

} // namespace arenascope::session
