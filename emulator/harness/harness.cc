// A small application around a user's TensorFlow Lite Micro: compiled against its headers, linked with its library, and
// emulated like any other firmware. It has to compile with the headers of any year, so it detects what has changed.
#include <new>
#include <type_traits>
#include <utility>

#include "emulator/harness/request.h"
#include "tensorflow/lite/micro/micro_interpreter.h"
#include "tensorflow/lite/micro/micro_mutable_op_resolver.h"
#include "tensorflow/lite/schema/schema_generated.h"
#if __has_include("tensorflow/lite/micro/micro_error_reporter.h")
#include "tensorflow/lite/micro/micro_error_reporter.h"
#define ARENASCOPE_ERROR_REPORTER
#endif
#if __has_include("tensorflow/lite/micro/micro_resource_variable.h")
#include "tensorflow/lite/micro/micro_resource_variable.h"
#define ARENASCOPE_RESOURCE_VARIABLES
#endif

namespace {

using arenascope::harness::Request;
using Resolver = tflite::MicroMutableOpResolver<arenascope::harness::kMostOperators>;
using Interpreter = tflite::MicroInterpreter;

// Per row of the table: whether the resolver has the method, and a call of it.
#define BUILTIN_OPERATOR(symbol, code, method, rule, macs, traits, sets)                                               \
  template <typename R>                                                                                                \
  auto add##symbol(R& resolver, int)->decltype(resolver.Add##method(), bool()) {                                       \
    resolver.Add##method();                                                                                            \
    return true;                                                                                                       \
  }                                                                                                                    \
  template <typename R>                                                                                                \
  bool add##symbol(R&, long) {                                                                                         \
    return false;                                                                                                      \
  }
#define CUSTOM_OPERATOR(symbol, name, method, traits, sets) BUILTIN_OPERATOR(symbol, , method, , , , )
#include "core/interpreter/ops/operators.def"
#undef BUILTIN_OPERATOR
#undef CUSTOM_OPERATOR

using Add = bool (*)(Resolver&);

alignas(16) unsigned char interpreterMemory[sizeof(Interpreter)];

template <typename... Arguments>
constexpr bool kMakes = std::is_constructible_v<Interpreter, Arguments...>;

// With the interpreter's own arena; versions until 2022 also need an error reporter.
template <typename I>
I* make(const tflite::Model* model, const Resolver& resolver, uint8_t* arena, size_t bytes, bool linear) {
  using M = const tflite::Model*;
  using R = const Resolver&;
  if constexpr (kMakes<M, R, uint8_t*, size_t>) {
#ifdef ARENASCOPE_RESOURCE_VARIABLES
    using Profiler = std::nullptr_t;
    if constexpr (kMakes<M, R, uint8_t*, size_t, tflite::MicroResourceVariables*, Profiler, bool>) {
      if (linear) return new (interpreterMemory) I(model, resolver, arena, bytes, nullptr, nullptr, true);
    }
#endif
    return new (interpreterMemory) I(model, resolver, arena, bytes);
  } else {
#ifdef ARENASCOPE_ERROR_REPORTER
    static tflite::MicroErrorReporter reporter;
    return new (interpreterMemory) I(model, resolver, arena, bytes, &reporter);
#endif
  }
}

#ifdef ARENASCOPE_RESOURCE_VARIABLES
template <typename I, typename Allocator>
I* makeWithVariables(const tflite::Model* model, const Resolver& resolver, const Request& request) {
  if constexpr (kMakes<const tflite::Model*, const Resolver&, Allocator*, tflite::MicroResourceVariables*>) {
    Allocator* allocator = Allocator::Create(reinterpret_cast<uint8_t*>(request.arena), request.arenaBytes);
    tflite::MicroResourceVariables* variables =
        tflite::MicroResourceVariables::Create(allocator, static_cast<int>(request.resourceVariables));
    return new (interpreterMemory) I(model, resolver, allocator, variables);
  } else {
    return nullptr;
  }
}
#endif

} // namespace

extern "C" {

[[gnu::section(".request"), gnu::used]] Request arenascope_request;

// By row of the table. The host reads it too: code reachable only from one entry belongs to that operator.
#define BUILTIN_OPERATOR(symbol, code, method, rule, macs, traits, sets)                                               \
  [](Resolver& resolver) { return add##symbol(resolver, 0); },
#define CUSTOM_OPERATOR(symbol, name, method, traits, sets) BUILTIN_OPERATOR(symbol, , method, , , , )
[[gnu::used]] extern const Add arenascope_adders[];
const Add arenascope_adders[] = {
#include "core/interpreter/ops/operators.def"
};
#undef BUILTIN_OPERATOR
#undef CUSTOM_OPERATOR
static_assert(sizeof(arenascope_adders) / sizeof(Add) <= arenascope::harness::kMostOperators,
              "more operators than rows");

// The host stops when execution reaches one of these.
[[gnu::noinline, gnu::used]] void arenascope_refused() { asm volatile("" ::: "memory"); }
[[gnu::noinline, gnu::used]] void arenascope_done() { asm volatile("" ::: "memory"); }

int main() {
  Request& request = arenascope_request;
  static Resolver resolver;
  for (unsigned i = 0; i < sizeof(arenascope_adders) / sizeof(Add); ++i) {
    request.registering = static_cast<int32_t>(i);
    if (request.operators[i] != 0 && !arenascope_adders[i](resolver)) request.operators[i] = 2;
  }
  request.registering = -1;
  const tflite::Model* model = tflite::GetModel(reinterpret_cast<const void*>(request.model));
  Interpreter* interpreter = nullptr;
#ifdef ARENASCOPE_RESOURCE_VARIABLES
  if (request.resourceVariables > 0)
    interpreter = makeWithVariables<Interpreter, tflite::MicroAllocator>(model, resolver, request);
#endif
  if (interpreter == nullptr)
    interpreter = make<Interpreter>(model, resolver, reinterpret_cast<uint8_t*>(request.arena), request.arenaBytes,
                                    request.linearPlanner != 0);
  if (interpreter->AllocateTensors() != kTfLiteOk || interpreter->Invoke() != kTfLiteOk) {
    arenascope_refused();
    return 1;
  }
  arenascope_done();
  return 0;
}
}
