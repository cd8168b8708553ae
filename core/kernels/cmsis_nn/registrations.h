// The kernel set for Cortex-M: the reference set, with the operators that the CMSIS-NN library has kernels for replaced
// by kernels that work as those do: with the DSP extension where the processor has it, and with the memory they take.
#pragma once

#include "core/kernels/reference/registrations.h"

namespace arenascope::kernels::cmsis_nn {

// sets: what a row of the table has in its last column.
#define REFERENCE_ONLY(symbol)
#define BUILTIN_OPERATOR(symbol, code, method, rule, macs, traits, sets) sets(symbol)
#define CUSTOM_OPERATOR(symbol, name, method, traits, sets) sets(symbol)
#define ALSO_CMSIS_NN(symbol) extern const runtime::Registration k##symbol;
#define ALSO_BOTH ALSO_CMSIS_NN
#include "core/ops/operators.def"
#undef ALSO_CMSIS_NN

// The kernel of this set for an operator of the reference set: the same, unless the table says that there is one.
template <const runtime::Registration& kReference>
struct Own : reference::Itself<kReference> {};
#define ALSO_CMSIS_NN(symbol)                                                                                          \
  template <>                                                                                                          \
  struct Own<reference::k##symbol> : reference::Itself<k##symbol> {};
#include "core/ops/operators.def"
#undef ALSO_CMSIS_NN
#undef ALSO_BOTH
#undef REFERENCE_ONLY
#undef BUILTIN_OPERATOR
#undef CUSTOM_OPERATOR

// Every kernel of the set, in the reference set's order.
inline constexpr auto kAll = reference::kAllBy<Own>;

using Resolver = runtime::MutableOpResolver<kAll.size()>;

inline runtime::Status registerAll(Resolver& resolver) {
  for (const runtime::Registration* registration : kAll) ARENASCOPE_TRY(resolver.add(*registration));
  return runtime::Status::kOk;
}

} // namespace arenascope::kernels::cmsis_nn
