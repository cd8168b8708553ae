// The interpreter core as firmware on an emulated Cortex-M.
#pragma once

#include <memory>

#include "emulator/engine/runner.h"
#include "emulator/runners/firmware.h"

namespace arenascope::runners {

class EmulatedRunner final : public engine::Runner {
public:
  // Fails where the firmware image for that processor and kernel set is missing.
  // kernels: its full name. variant: what the interpreter is told to be; nothing where its image is that already.
  // cLibrary: Board::cLibrary.
  static Result<std::unique_ptr<EmulatedRunner>> create(const engine::Target& target, const std::string& kernels,
                                                        const tflm::Variant& variant = {},
                                                        const std::string& cLibrary = {});

  run::RunTrace run(const engine::LoadedModel& model, const engine::RunOptions& options,
                    engine::RunControl& control) override;
  std::unique_ptr<engine::Runner> another() const override {
    return std::unique_ptr<engine::Runner>(new EmulatedRunner(firmware_, code_, target_, variant_));
  }
  // Of other revisions, and of esp-nn for chips with vector instructions, the memory is known, not the code.
  bool hasCycles() const override {
    const bool portable = variant_.espNn == 0 || variant_.espChip == tflm::EspChip::kGeneric;
    const bool executed = target_.vectorProcessor.empty() || code_ != nullptr;
    return target_.hasCycles && executed && portable && variant_.armCompiler == 0 && variant_.date == 0;
  }
  std::string whyNoCycles() const override;
  std::string watchedOn() const override { return code_ != nullptr ? target_.name : target_.image(); }
  std::string unwatched() const override;
  std::string compiler() const override;
  bool hasKernel(const std::string& name) const override;
  // SHA-256 of the firmware images that it runs.
  std::string imageHash() const { return firmware_->hash() + (code_ == nullptr ? "" : code_->hash()); }
  bool isUnderQemu() const { return code_ != nullptr; }
  std::optional<report::FlashReport> flash(const std::vector<std::string>& operators) const override;

private:
  EmulatedRunner(std::shared_ptr<Firmware> firmware, std::shared_ptr<Firmware> code, const engine::Target& target,
                 const tflm::Variant& variant);

  const engine::Target& target_;
  std::shared_ptr<Firmware> firmware_;
  std::shared_ptr<Firmware> code_; // the target's own, for inferences, where firmware_ only has its memory layout
  tflm::Variant variant_;
  Firmware::Lease machine_; // from the first run on
  Firmware::Lease ownCode_; // likewise
};

} // namespace arenascope::runners
