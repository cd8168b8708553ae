// The reference kernel set, with a registration per operator, and a function that registers all.
#pragma once

#include <array>

#include "core/interpreter/runtime/op_resolver.h"

namespace arenascope::kernels::reference {

#define BUILTIN_OPERATOR(symbol, ...) extern const runtime::Registration k##symbol;
#define CUSTOM_OPERATOR BUILTIN_OPERATOR
#include "core/interpreter/ops/operators.def"
#undef BUILTIN_OPERATOR
#undef CUSTOM_OPERATOR

// All operators in the table's order, with the kernel chosen by Choose: Choose<kAdd>::kRegistration and so on.
#define BUILTIN_OPERATOR(symbol, ...) Choose<k##symbol>::kRegistration,
#define CUSTOM_OPERATOR BUILTIN_OPERATOR
template <template <const runtime::Registration& kReference> typename Choose>
inline constexpr std::array kAllBy = {
#include "core/interpreter/ops/operators.def"
};
#undef BUILTIN_OPERATOR
#undef CUSTOM_OPERATOR

template <const runtime::Registration& kReference>
struct Itself {
  static constexpr const runtime::Registration* kRegistration = &kReference;
};
inline constexpr auto kAll = kAllBy<Itself>;

using Resolver = runtime::MutableOpResolver<kAll.size()>;

inline runtime::Status registerAll(Resolver& resolver) {
  for (const runtime::Registration* registration : kAll) ARENASCOPE_TRY(resolver.add(*registration));
  return runtime::Status::kOk;
}

} // namespace arenascope::kernels::reference
