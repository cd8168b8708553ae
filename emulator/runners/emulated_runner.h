// The interpreter core as firmware on an emulated Cortex-M.
#pragma once

#include <memory>
#include <utility>

#include "emulator/engine/runner.h"
#include "emulator/runners/firmware.h"

namespace arenascope::runners {

// The way in which an image represents a target.
struct TargetImage {
  std::shared_ptr<Firmware> firmware;
  bool configurable = false;     // configured at start, and so with code of several interpreters
  tflm::Variant variant = {};    // its configuration
  bool decompresses = false;     // has decompression memory, which fixed images lack
  std::string whyOtherCode = {}; // why it has the target's memory but other code; empty if some runner has its code
};

class EmulatedRunner final : public engine::Runner {
public:
  EmulatedRunner(const engine::Target& target, TargetImage image) : target_(target), image_(std::move(image)) {}

  run::RunTrace run(const engine::LoadedModel& model, const engine::RunOptions& options,
                    engine::RunControl& control) override;
  std::unique_ptr<engine::Runner> another() const override { return std::make_unique<EmulatedRunner>(target_, image_); }
  std::string identity() const override;
  // For other revisions, and esp-nn on chips with vector instructions, only the memory is known, not the code.
  bool hasCycles() const override {
    const tflm::Variant& variant = image_.variant;
    const bool portable = variant.espNn == 0 || variant.espChip == tflm::EspChip::kGeneric;
    return target_.hasCycles && !image_.decompresses && image_.whyOtherCode.empty() && portable &&
           variant.armCompiler == 0 && variant.date == 0;
  }
  std::string whyNoCycles() const override;
  std::string watchedOn() const override { return image_.firmware->processor(); }
  std::string unwatched() const override;
  std::string compiler() const override;
  bool hasKernel(const std::string& name) const override;
  std::optional<report::FlashReport> flash(const std::vector<std::string>& operators) const override;

private:
  const engine::Target& target_;
  TargetImage image_;
  Firmware::Lease machine_; // from the first run on
};

} // namespace arenascope::runners
