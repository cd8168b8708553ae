// The interpreter core on a microcontroller: reads the request from the mailbox, runs the model, writes the outcome.
#include <cstddef>

#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/esp_nn/registrations.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/interpreter.h"
#include "core/interpreter/runtime/variant.h"
#include "emulator/firmware/mailbox.h"

extern arenascope::firmware::Mailbox arenascope_mailbox;

// The image's kernel set, chosen by the build.
namespace kernelset = arenascope::kernels::ARENASCOPE_KERNELS;

namespace {

using arenascope::firmware::Mailbox;
using arenascope::firmware::Outcome;
using arenascope::runtime::Interpreter;
using arenascope::runtime::PlannerKind;
using arenascope::runtime::Status;

} // namespace

extern "C" {

// The host watches these functions by name (emulator/unicorn/machine.cc).

// Kept by memory.ld; the firmware itself does not use it.
extern const arenascope::firmware::RegistrationList arenascope_registrations;
const arenascope::firmware::RegistrationList arenascope_registrations = {kernelset::kAll.data(),
                                                                         kernelset::kAll.size()};
static_assert(offsetof(arenascope::runtime::Registration, customName) == arenascope::firmware::kRegistrationCustomName);

#ifdef ARENASCOPE_VARIANTS
// Written by the host before the start.
[[gnu::section(".mailbox"), gnu::used]] arenascope::tflm::Variant arenascope_variant;
[[gnu::section(".mailbox"), gnu::used]] arenascope::firmware::DecompressionMemory arenascope_decompression;
#endif

// Version of the program that the image was built with.
extern const char arenascope_version[];
[[gnu::section(".version")]] const char arenascope_version[] = ARENASCOPE_VERSION;
// Compiler of the kernels.
extern const char arenascope_compiler[];
[[gnu::section(".version")]] const char arenascope_compiler[] = "GCC " __VERSION__ ", " ARENASCOPE_LEVEL;

#ifdef ARENASCOPE_TELLS_REGISTERS
// Watched functions are wrapped in told_registers.cc, which calls those here.
#define ARENASCOPE_WATCHED(function) function##_here
void arenascope_trace_event(const arenascope::trace::Event* event);
Status arenascope_create(Interpreter* interpreter, const Mailbox* mailbox);
Status arenascope_allocate(Interpreter* interpreter);
Status arenascope_invoke(Interpreter* interpreter);
#else
#define ARENASCOPE_WATCHED(function) function
[[gnu::noinline, gnu::used]] void arenascope_trace_event(const arenascope::trace::Event* event) {
  asm volatile("" ::"r"(event) : "memory");
}
#endif

[[gnu::noinline, gnu::used]] Status ARENASCOPE_WATCHED(arenascope_create)(Interpreter* interpreter,
                                                                          const Mailbox* mailbox) {
  return interpreter->create(reinterpret_cast<std::uint8_t*>(mailbox->arenaAddress), mailbox->arenaBytes);
}

[[gnu::noinline, gnu::used]] Status ARENASCOPE_WATCHED(arenascope_allocate)(Interpreter* interpreter) {
  return interpreter->allocateTensors();
}

[[gnu::noinline, gnu::used]] Status ARENASCOPE_WATCHED(arenascope_invoke)(Interpreter* interpreter) {
  return interpreter->invoke();
}

#ifndef ARENASCOPE_TELLS_REGISTERS
[[gnu::noinline, gnu::used]] Status arenascope_call_kernel(arenascope::runtime::KernelFunction kernel,
                                                           arenascope::runtime::Context& context,
                                                           arenascope::runtime::Node& node,
                                                           arenascope::trace::Tracer& /*tracer*/) {
  return kernel(context, node);
}
#endif
}

#ifdef ARENASCOPE_VARIANTS
// RAM that is zero at the start.
void* arenascope::runtime::besideArena(std::size_t bytes) {
  constexpr std::size_t kBytes = 192U << 10;
  alignas(16) static std::uint8_t memory[kBytes];
  static std::size_t used = 0;
  const auto rounded = static_cast<std::size_t>(tflm::roundedUp(bytes, tflm::kBufferAlignment));
  if (rounded > kBytes - used) return nullptr;
  void* block = memory + used;
  used += rounded;
  return block;
}
#endif

namespace {

Outcome run(const Mailbox& mailbox) {
  arenascope::trace::Tracer tracer;
  tracer.listener.onEvent = [](void* /*user*/, const arenascope::trace::Event& event) {
    arenascope_trace_event(&event);
  };
  kernelset::Resolver resolver;
  if (kernelset::registerAll(resolver) != Status::kOk) return Outcome::kCreateFailed;
  Interpreter interpreter(reinterpret_cast<const void*>(mailbox.modelAddress), resolver, tracer,
                          {.planner = mailbox.settings.linearPlanner != 0 ? PlannerKind::kLinear : PlannerKind::kGreedy,
                           .recording = mailbox.settings.recording != 0,
                           .resourceVariables = static_cast<int>(mailbox.settings.resourceVariables),
                           .maxLoopIterations = static_cast<int>(mailbox.settings.maxLoopIterations),
#ifdef ARENASCOPE_DECOMPRESSION_MEMORY
                           .modelBytes = mailbox.modelBytes,
                           .decompressionMemory = {reinterpret_cast<std::uint8_t*>(arenascope_decompression.address),
                                                   arenascope_decompression.bytes}
#else
                           .modelBytes = mailbox.modelBytes
#endif
                          });
  if (arenascope_create(&interpreter, &mailbox) != Status::kOk) return Outcome::kCreateFailed;
  if (arenascope_allocate(&interpreter) != Status::kOk) return Outcome::kAllocateFailed;
  if (mailbox.settings.invoke == 0) return Outcome::kDone;
  switch (arenascope_invoke(&interpreter)) {
  case Status::kOk: return Outcome::kDone;
  case Status::kAbort: return Outcome::kStoppedEarly;
  default: return Outcome::kInvokeFailed;
  }
}

} // namespace

int main() {
  arenascope_mailbox.outcome = run(arenascope_mailbox);
  return 0;
}
