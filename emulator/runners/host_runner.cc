#include "emulator/runners/host_runner.h"

#include "core/interpreter/runtime/interpreter.h"
#include "emulator/engine/collector.h"
#include "emulator/runners/host_kernels.h"
#include "emulator/runners/host_pages.h"
#include "emulator/runners/interruption.h"

namespace arenascope::runners {

using runtime::Interpreter;
using runtime::Status;

namespace {

class OwnMemory final : public engine::TargetMemory {
public:
  std::span<std::uint8_t> at(std::uint64_t address, std::uint64_t bytes) override {
    return {reinterpret_cast<std::uint8_t*>(address), bytes};
  }
};

// What arenascope_call_kernel finds after the tracer's listener.
struct Watcher {
  engine::Collector& collector;
  engine::RunControl& control;
  int depth = 0;
};

Stage outcomeStage(bool created, bool allocated) {
  if (!created) return Stage::kCreate;
  return allocated ? Stage::kInvoke : Stage::kAllocate;
}

} // namespace

run::RunTrace HostRunner::run(const engine::LoadedModel& model, const engine::RunOptions& options,
                              engine::RunControl& control) {
  OwnMemory memory;
  engine::Collector collector(model, options, control, memory);
  const HostPages arena(options.arenaMisalignment + options.arenaBytes);
  const std::uint64_t decompressionBytes = options.decompressionBytes;
  const HostPages decompression = decompressionBytes == 0 ? HostPages() : HostPages(decompressionBytes);
  if (arena.empty() || (decompressionBytes > 0 && decompression.empty())) {
    collector.finish(false, Stage::kCreate, "this computer has too little memory for an arena of this size");
    return collector.take();
  }
  collector.decompressIn(reinterpret_cast<std::uintptr_t>(decompression.bytes().data()));
  const Result<kernels::RegisterKernels*> kernels = hostKernels();
  if (!kernels) {
    collector.finish(false, kernels.error().stage, kernels.error().message);
    return collector.take();
  }
  Watcher watcher{collector, control};
  trace::Tracer tracer;
  tracer.listener.user = &watcher;
  tracer.listener.onEvent = [](void* user, const trace::Event& event) {
    const InKernel outside(false);
    static_cast<Watcher*>(user)->collector.onEvent(event);
  };
  kernels::reference::Resolver resolver;
  const bool registered = (**kernels)(resolver, arenascope_call_kernel) == Status::kOk;
  Interpreter interpreter(model.file.bytes().data(), resolver, tracer,
                          {.planner = options.interpreter.linearPlanner != 0 ? runtime::PlannerKind::kLinear
                                                                             : runtime::PlannerKind::kGreedy,
                           .recording = options.interpreter.recording != 0,
                           .resourceVariables = static_cast<int>(options.interpreter.resourceVariables),
                           .maxLoopIterations = static_cast<int>(options.interpreter.maxLoopIterations),
                           .modelBytes = model.file.bytes().size(),
                           .decompressionMemory = decompression.bytes().first(decompressionBytes)});
  const bool created = registered && interpreter.create(arena.bytes().data() + options.arenaMisalignment,
                                                        options.arenaBytes) == Status::kOk;
  const bool allocated = created && interpreter.allocateTensors() == Status::kOk;
  const Status invoked = allocated && options.interpreter.invoke != 0
                             ? Interruption(control).run([&interpreter] { return interpreter.invoke(); })
                             : Status::kOk;
  collector.trace().stoppedEarly = invoked == Status::kAbort;
  const bool done = allocated && invoked != Status::kError;
  collector.finish(done, outcomeStage(created, allocated), control.cancelled ? control.stopped().message : "");
  return collector.take();
}

} // namespace arenascope::runners

extern "C" arenascope::runtime::Status arenascope_call_kernel(arenascope::runtime::KernelFunction kernel,
                                                              arenascope::runtime::Context& context,
                                                              arenascope::runtime::Node& node,
                                                              arenascope::trace::Tracer& tracer) {
  auto* watcher = static_cast<arenascope::runners::Watcher*>(tracer.listener.user);
  if (watcher == nullptr) return kernel(context, node);
  using arenascope::runtime::Status;
  const arenascope::runners::InKernel outside(false);
  if (watcher->control.cancelled) return Status::kError;
  const arenascope::trace::Position position = tracer.position;
  ++watcher->depth;
  const Status status = [&] {
    const arenascope::runners::InKernel inside(true);
    return kernel(context, node);
  }();
  --watcher->depth;
  if (status != Status::kError) watcher->collector.onOperator(position, watcher->depth, {}, {});
  return status;
}
