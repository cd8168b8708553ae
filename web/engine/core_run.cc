// Compiled once for each memory layout; CORE_RUN is the function's name there, CORE_HAS_ESP_NN says which kernel sets
// the layout's processors have.
#include "web/engine/core_run.h"

#include <cstring>

#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/interpreter.h"
#include "core/interpreter/runtime/model_allocator.h"
#include "core/interpreter/runtime/variant.h"
#if CORE_HAS_ESP_NN
#include "core/interpreter/kernels/esp_nn/registrations.h"
#else
#include "core/interpreter/kernels/cmsis_nn/registrations.h"
// The same once more, under the name that kernels without the DSP extension are compiled with.
#define KERNEL_SET cmsis_nn_without_dsp
#define REFERENCE_ONLY(symbol)
#define ALSO_CMSIS_NN(symbol) OWN_KERNEL(symbol)
#define ALSO_BOTH(symbol) OWN_KERNEL(symbol)
#include "core/interpreter/kernels/kernel_set.inc"
#endif

using arenascope::firmware::Outcome;
using arenascope::runtime::Interpreter;
using arenascope::runtime::PlannerKind;
using arenascope::runtime::Status;
using arenascope::web::CoreRun;
using arenascope::web::KernelSet;

extern "C" {
arenascope::tflm::Variant arenascope_variant;
}

namespace {

struct Current {
  const CoreRun* run = nullptr;
  int depth = 0;
};
Current current;

// What the real interpreter has elsewhere; as much as on a microcontroller (emulator/firmware/main.cc).
constexpr std::size_t kBesideBytes = 192U << 10;
alignas(16) std::uint8_t beside[kBesideBytes];
std::size_t besideUsed = 0;

void begin(const CoreRun& run) {
  current = {.run = &run, .depth = 0};
  arenascope_variant = run.variant;
  std::memset(beside, 0, besideUsed);
  besideUsed = 0;
  arenascope::runtime::ModelAllocator::beginAgain();
}

template <typename Resolver>
Outcome runWith(const CoreRun& run, Status (*registerAll)(Resolver&)) {
  using namespace arenascope;
  begin(run);
  trace::Tracer tracer;
  tracer.listener.onEvent = [](void* /*user*/, const trace::Event& event) {
    current.run->onEvent(current.run->user, &event);
  };
  Resolver resolver;
  if (registerAll(resolver) != Status::kOk) return Outcome::kCreateFailed;
  Interpreter interpreter(run.model, resolver, tracer,
                          {.planner = run.settings.linearPlanner != 0 ? PlannerKind::kLinear : PlannerKind::kGreedy,
                           .recording = run.settings.recording != 0,
                           .resourceVariables = static_cast<int>(run.settings.resourceVariables),
                           .maxLoopIterations = static_cast<int>(run.settings.maxLoopIterations),
                           .modelBytes = run.modelBytes,
                           .decompressionMemory = {run.decompression, run.decompressionBytes}});
  if (interpreter.create(run.arena, run.arenaBytes) != Status::kOk) return Outcome::kCreateFailed;
  if (interpreter.allocateTensors() != Status::kOk) return Outcome::kAllocateFailed;
  if (run.settings.invoke == 0) return Outcome::kDone;
  switch (interpreter.invoke()) {
  case Status::kOk: return Outcome::kDone;
  case Status::kAbort: return Outcome::kStoppedEarly;
  default: return Outcome::kInvokeFailed;
  }
}

} // namespace

void* arenascope::runtime::besideArena(std::size_t bytes) {
  const auto rounded = static_cast<std::size_t>(tflm::roundedUp(bytes, tflm::kBufferAlignment));
  if (rounded > kBesideBytes - besideUsed) return nullptr;
  void* block = beside + besideUsed;
  besideUsed += rounded;
  return block;
}

extern "C" Status arenascope_call_kernel(arenascope::runtime::KernelFunction kernel,
                                         arenascope::runtime::Context& context, arenascope::runtime::Node& node,
                                         arenascope::trace::Tracer& tracer) {
  if (!current.run->mayRun(current.run->user)) return Status::kError;
  const arenascope::trace::Position position = tracer.position;
  ++current.depth;
  const Status status = kernel(context, node);
  --current.depth;
  if (status != Status::kError) current.run->onOperator(current.run->user, &position, current.depth);
  return status;
}

namespace {

Outcome runWithItsKernels(const CoreRun& run) {
  switch (run.kernels) {
#if CORE_HAS_ESP_NN
  case KernelSet::kEspNn: return runWith(run, arenascope::kernels::esp_nn::registerAll);
#else
  case KernelSet::kCmsisNn: return runWith(run, arenascope::kernels::cmsis_nn::registerAll);
  case KernelSet::kCmsisNnWithoutDsp: return runWith(run, arenascope::kernels::cmsis_nn_without_dsp::registerAll);
#endif
  default: return runWith(run, arenascope::kernels::reference::registerAll);
  }
}

} // namespace

extern "C" std::uint32_t CORE_RUN(const void* coreRun) {
  return static_cast<std::uint32_t>(runWithItsKernels(*static_cast<const CoreRun*>(coreRun)));
}
