// Registrations of operators that differ from the reference set only in Invoke.
#pragma once

#include "core/interpreter/kernels/checks.h"

namespace arenascope::kernels {

template <const Registration& kReference>
Status parseAs(runtime::ParamsAllocator& allocator, const schema::Operator& op, int index, void** params) {
  return kReference.parse == nullptr ? Status::kOk : kReference.parse(allocator, op, index, params);
}
template <const Registration& kReference>
Status initAs(Context& context, Node& node) {
  return kReference.init == nullptr ? Status::kOk : kReference.init(context, node);
}
template <const Registration& kReference>
Status prepareAs(Context& context, Node& node) {
  return kReference.prepare(context, node);
}

template <const Registration& kReference>
constexpr Registration withInvoke(schema::BuiltinOperator code, runtime::KernelFunction invoke) {
  return {code, parseAs<kReference>, initAs<kReference>, prepareAs<kReference>, invoke};
}

} // namespace arenascope::kernels
