#include "web/engine/core_runner.h"

#include <cstdlib>
#include <cstring>

#include "emulator/engine/collector.h"
#include "web/engine/core_run.h"

namespace arenascope::web {

using engine::Collector;
using engine::Family;
using engine::RunControl;
using firmware::Outcome;

namespace {

// Aligned as runs ask for, and zero for each; kept from one to the next.
class Arena {
public:
  std::uint8_t* of(std::size_t bytes) {
    constexpr std::size_t kAlignment = 64;
    if (bytes > size_) {
      std::free(memory_);
      size_ = (bytes + kAlignment - 1) / kAlignment * kAlignment;
      memory_ = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, size_));
      if (memory_ == nullptr) size_ = 0;
    }
    if (memory_ != nullptr) std::memset(memory_, 0, bytes);
    return memory_;
  }

private:
  std::uint8_t* memory_ = nullptr;
  std::size_t size_ = 0;
};

class OwnMemory final : public engine::TargetMemory {
public:
  std::span<std::uint8_t> at(std::uint64_t address, std::uint64_t bytes) override {
    return {reinterpret_cast<std::uint8_t*>(static_cast<std::uintptr_t>(address)), static_cast<std::size_t>(bytes)};
  }
};

struct Watcher {
  Collector& collector;
  RunControl& control;
};

KernelSet setOf(const engine::Target& target, const std::string& kernels) {
  if (kernels.starts_with("esp-nn")) return KernelSet::kEspNn;
  if (!kernels.starts_with("cmsis-nn")) return KernelSet::kReference;
  return target.extension == engine::ArmExtension::kNone ? KernelSet::kCmsisNnWithoutDsp : KernelSet::kCmsisNn;
}

Stage stageOf(Outcome outcome) {
  if (outcome == Outcome::kCreateFailed) return Stage::kCreate;
  return outcome == Outcome::kAllocateFailed ? Stage::kAllocate : Stage::kInvoke;
}

} // namespace

run::RunTrace CoreRunner::run(const engine::LoadedModel& model, const engine::RunOptions& options,
                              RunControl& control) {
  static Arena arena;
  static Arena decompression;
  OwnMemory memory;
  Collector collector(model, options, control, memory);
  std::uint8_t* base = arena.of(static_cast<std::size_t>(options.arenaMisalignment + options.arenaBytes));
  std::uint8_t* decompressed = decompression.of(options.decompressionBytes);
  if (base == nullptr || (decompressed == nullptr && options.decompressionBytes > 0)) {
    collector.finish(false, Stage::kCreate, "there is too little memory for an arena of this size");
    return collector.take();
  }
  collector.decompressIn(reinterpret_cast<std::uintptr_t>(decompressed));
  Watcher watcher{collector, control};
  const CoreRun request = {
      .model = model.file.bytes().data(),
      .modelBytes = model.file.bytes().size(),
      .arena = base + options.arenaMisalignment,
      .arenaBytes = static_cast<std::size_t>(options.arenaBytes),
      .decompression = decompressed,
      .decompressionBytes = options.decompressionBytes,
      .settings = options.interpreter,
      .variant = variant_,
      .kernels = setOf(target_, kernels_),
      .user = &watcher,
      .onEvent = [](void* user, const trace::Event* event) { static_cast<Watcher*>(user)->collector.onEvent(*event); },
      .mayRun =
          [](void* user) {
            RunControl& own = static_cast<Watcher*>(user)->control;
            if (own.look) own.look();
            return !own.cancelled;
          },
      .onOperator = [](void* user, const trace::Position* position,
                       int depth) { static_cast<Watcher*>(user)->collector.onOperator(*position, depth, {}, {}); }};
  const auto outcome = static_cast<Outcome>(target_.family == Family::kCortexM ? arenascope_run_short_enums(&request)
                                                                               : arenascope_run_wide_enums(&request));
  collector.trace().stoppedEarly = outcome == Outcome::kStoppedEarly;
  collector.finish(outcome == Outcome::kDone || outcome == Outcome::kStoppedEarly, stageOf(outcome),
                   control.cancelled ? control.stopped().message : "");
  return collector.take();
}

std::string CoreRunner::whyNoCycles() const {
  return "Memory and results are computed here, in the memory layout of " + target_.name +
         "; for cycles and flash use the installed program, which emulates the processor.";
}

bool CoreRunner::hasKernel(const std::string& name) const {
  return Runner::hasKernel(name) && engine::isInRevision(variant_, name);
}

} // namespace arenascope::web
