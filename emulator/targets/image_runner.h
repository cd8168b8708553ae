// The interpreter in somebody's firmware image.
#pragma once

#include <memory>

#include "emulator/image/image_machine.h"
#include "emulator/targets/runner.h"
#include "emulator/targets/target.h"

namespace arenascope::session {

// What a run of an image tells beside its trace.
struct ImageFindings {
  bool found = false;     // an interpreter with this model
  bool allocated = false; // it is ready for inferences
  bool exact = false;     // sizes of allocations are those that were asked for
  bool calledByHost = false;
  bool invokeSeen = false;
  std::uint64_t arenaAddress = 0;
  std::uint64_t arenaBytes = 0;
  std::string console;
  std::vector<image::PolledRegister> polled;
  std::string failure;
};

class ImageRunner final : public Runner {
public:
  // image and model must outlive it.
  ImageRunner(const image::ImageFile& image, const LoadedModel& model, const Target& target,
              const image::BootOptions& boot);

  // options.arenaBytes: 0 leaves the arena as it is. Inputs that are not given stay as the application fills them.
  profile::RunTrace run(const LoadedModel& model, const RunOptions& options, RunControl& control) override;
  std::unique_ptr<Runner> another() const override {
    return std::make_unique<ImageRunner>(image_, model_, target_, boot_);
  }
  bool hasCycles() const override { return true; }
  std::optional<profile::FlashReport> flash(const std::vector<std::string>& /*operators*/) const override { return {}; }
  // Of the last run.
  const ImageFindings& findings() const { return findings_; }

private:
  const image::ImageFile& image_;
  const LoadedModel& model_;
  const Target& target_;
  image::BootOptions boot_;
  std::unique_ptr<timing::CycleModel> cycles_;
  image::ImageMachine machine_;
  ImageFindings findings_;
};

} // namespace arenascope::session
