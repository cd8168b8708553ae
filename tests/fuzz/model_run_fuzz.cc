// Any bytes as a model: where the validator lets it pass, both kernel sets allocate and run it on the host core. With
// the address sanitizer, everything in the arena that does not belong to the running operator is out of bounds.
#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/interpreter.h"
#include "core/model/load/model_file.h"
#include "core/model/load/read_model_info.h"
#include "core/report/operator_memory.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/poison.h"

namespace arenascope::fuzz {
namespace {

constexpr std::size_t kArenaBytes = 1 << 18;
// Slow models are not a defect: they are skipped, or stopped after a number of operators.
constexpr std::uint64_t kMostMacs = 4'000'000;
constexpr int kMostCalls = 300;
constexpr int kResourceVariables = 4;

class GuardedRun {
public:
  GuardedRun(const model::ModelInfo& model, std::uint8_t* arena)
      : memory_(model, reinterpret_cast<std::uintptr_t>(arena), kArenaBytes) {}

  void onEvent(const trace::Event& event) { memory_.onEvent(event); }

  runtime::Status call(runtime::KernelFunction kernel, runtime::Context& context, runtime::Node& node,
                       const trace::Position& position) {
    if (++calls_ > kMostCalls) return runtime::Status::kError;
    const std::vector<run::MemoryRange> outer = std::move(allowed_);
    allowed_ = memory_.of(position.subgraph, position.op);
    apply();
    const runtime::Status status = kernel(context, node);
    allowed_ = outer;
    apply();
    return status;
  }

private:
  // With no operator running all of the arena is the interpreter's.
  void apply() const {
    if (allowed_.empty()) return unpoison(memory_.arenaBegin(), kArenaBytes);
    poison(memory_.arenaBegin(), kArenaBytes);
    for (const auto& range : allowed_)
      if (range.begin >= memory_.arenaBegin() && range.end <= memory_.arenaEnd())
        unpoison(range.begin, range.end - range.begin);
  }

  report::OperatorMemory memory_;
  std::vector<run::MemoryRange> allowed_;
  int calls_ = 0;
};

void fillInputs(runtime::Interpreter& interpreter, const model::SubgraphInfo& main) {
  for (std::uint32_t i = 0; i < main.inputs.size(); ++i) {
    const model::TensorInfo& tensor = main.tensors[static_cast<std::size_t>(main.inputs[i])];
    auto* data = static_cast<std::uint8_t*>(interpreter.input(i)->data);
    if (data == nullptr || tensor.constantBytes > 0) continue;
    for (std::size_t b = 0; b < interpreter.input(i)->bytes; ++b) data[b] = static_cast<std::uint8_t>(b * 37 + i);
  }
}

template <typename Resolver>
void run(const model::ModelFile& file, const model::ModelInfo& model, runtime::Status (*registerAll)(Resolver&),
         std::size_t arenaBytes) {
  struct Free {
    void operator()(std::uint8_t* memory) const { std::free(memory); }
  };
  const std::unique_ptr<std::uint8_t, Free> arena(static_cast<std::uint8_t*>(std::aligned_alloc(64, kArenaBytes)));
  std::memset(arena.get(), 0xCD, kArenaBytes);
  GuardedRun guarded(model, arena.get() + arenaBytes - kArenaBytes);
  trace::Tracer tracer;
  tracer.listener = {[](void* user, const trace::Event& event) { static_cast<GuardedRun*>(user)->onEvent(event); },
                     &guarded};
  Resolver resolver;
  if (registerAll(resolver) != runtime::Status::kOk) std::abort();
  runtime::Interpreter interpreter(file.bytes().data(), resolver, tracer,
                                   {.resourceVariables = kResourceVariables, .modelBytes = file.bytes().size()});
  if (interpreter.create(arena.get(), arenaBytes) != runtime::Status::kOk) return;
  if (interpreter.allocateTensors() != runtime::Status::kOk) return;
  fillInputs(interpreter, model.subgraphs.front());
  (void)interpreter.invoke();
}

bool isSlow(const model::ModelInfo& model) {
  std::uint64_t macs = 0;
  for (const auto& subgraph : model.subgraphs)
    for (const auto& op : subgraph.operators)
      if (macs += op.macs; op.macs > kMostMacs) return true;
  return macs > kMostMacs;
}

} // namespace
} // namespace arenascope::fuzz

extern "C" arenascope::runtime::Status arenascope_call_kernel(arenascope::runtime::KernelFunction kernel,
                                                              arenascope::runtime::Context& context,
                                                              arenascope::runtime::Node& node,
                                                              arenascope::trace::Tracer& tracer) {
  const arenascope::trace::Position position = tracer.position;
  return static_cast<arenascope::fuzz::GuardedRun*>(tracer.listener.user)->call(kernel, context, node, position);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arenascope;
  const auto file = model::ModelFile::fromBytes({data, size}, "model");
  if (!file) return 0;
  const model::ModelInfo model = model::readModelInfo(*file);
  if (fuzz::isSlow(model)) return 0;
  const fuzz::PoisonedTail behindModel(file->bytes());
  fuzz::run(*file, model, kernels::reference::registerAll, fuzz::kArenaBytes);
  fuzz::run(*file, model, kernels::cmsis_nn::registerAll, fuzz::kArenaBytes);
  return 0;
}
