// The interpreter in a user's firmware image.
#pragma once

#include <memory>

#include "emulator/client/remote_image_machine.h"
#include "emulator/elf/flash_usage.h"
#include "emulator/engine/runner.h"
#include "emulator/engine/target.h"

namespace arenascope::runners {

// Bytes outside an operator's buffers that its kernel touched.
struct ForeignUse {
  trace::Position position; // the operator
  bool write = false;
  std::uint64_t bytes = 0;
  std::string where; // its nearest own buffer
  std::string at;    // the first such instruction
  std::string text;  // the whole, as a sentence
};

// Results of an image's run besides its trace.
struct ImageFindings {
  bool found = false;     // an interpreter with this model
  bool allocated = false; // it is ready for inferences
  bool exact = false;     // sizes of allocations are the requested ones
  bool planSeen = false;  // in the planner's input
  bool calledByHost = false;
  bool usedSecondCore = false;
  std::uint64_t arenaAddress = 0;
  std::uint64_t arenaBytes = 0;
  std::uint32_t constructed = 0;          // allocators, up to the watched one
  std::vector<std::uint32_t> otherArenas; // bytes, of other allocators
  std::string console;
  std::vector<std::string> unusedOperators; // registered, but not in the model
  std::vector<protocol::PolledRegister> polled;
  std::vector<ForeignUse> foreign; // with RunOptions::guard
  bool lacksKernel = false;        // of a library: for an operator of the model
  std::uint32_t deepestStack = 0;  // lowest address of the stack while the interpreter worked; 0: not measured
  std::string failure;
};

class ImageRunner final : public engine::Runner {
public:
  ImageRunner(std::shared_ptr<const protocol::ImageFile> image, const engine::Target& target,
              protocol::BootOptions boot);
  // For an image of our harness around a user's library, which runs any model. usage: null if unknown.
  ImageRunner(std::shared_ptr<const protocol::ImageFile> image, const engine::Target& target,
              std::shared_ptr<const elf::FlashUsage> usage);

  // With a harness the arena has options.arenaBytes and inputs get their pattern. Otherwise 0 keeps the arena's size,
  // and inputs that are not given keep the application's values.
  run::RunTrace run(const engine::LoadedModel& model, const engine::RunOptions& options,
                    engine::RunControl& control) override;
  std::unique_ptr<engine::Runner> another() const override {
    auto runner = std::make_unique<ImageRunner>(image_, target_, boot_);
    runner->harness_ = harness_;
    runner->usage_ = usage_;
    runner->replacesModel_ = replacesModel_;
    runner->measuresStack_ = measuresStack_;
    return runner;
  }
  std::string identity() const override;
  bool hasCycles() const override { return true; }
  std::string compiler() const override { return image_->compiler; }
  std::string watchedOn() const override { return target_.name; }
  bool hasKernel(const std::string& name) const override;
  std::optional<report::FlashReport> flash(const std::vector<std::string>& operators) const override;
  // Selects the interpreter to watch, by order of construction.
  void chooseInterpreter(std::uint32_t number) { boot_.interpreter = number; }
  // From now on the application's interpreter gets the model of run(), wherever its own is.
  void replaceModel() { replacesModel_ = true; }
  bool replacesModel() const { return replacesModel_; }
  // From now on, runs leave out the stack, which takes one more.
  void leaveOutStack() { measuresStack_ = false; }
  // Of the last run.
  const ImageFindings& findings() const { return findings_; }

private:
  protocol::ImageRequest request(const engine::LoadedModel& model, const engine::RunOptions& options) const;
  std::optional<run::StackUse> stackOf(protocol::ImageRequest request, const engine::RunControl& control);
  // Runs it again, and looks at each access of its kernels. result: of the run that trace is of.
  void watch(protocol::ImageRequest request, const protocol::ImageResult& result, const engine::RunControl& control,
             run::RunTrace& trace);

  std::shared_ptr<const protocol::ImageFile> image_;
  const engine::Target& target_;
  protocol::BootOptions boot_;
  bool harness_ = false;
  std::shared_ptr<const elf::FlashUsage> usage_; // of the harness
  bool replacesModel_ = false;
  bool measuresStack_ = true;
  engine::LoadedModel model_; // of the machine
  std::unique_ptr<client::RemoteImageMachine> machine_;
  ImageFindings findings_;
};

} // namespace arenascope::runners
