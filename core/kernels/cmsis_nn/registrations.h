// The kernel set for Cortex-M: the reference set, with the operators that the CMSIS-NN library has kernels for replaced
// by kernels that work as those do: with the DSP extension where the processor has it, and with the memory they take.
#pragma once

#include "core/kernels/reference/registrations.h"

namespace arenascope::kernels::cmsis_nn {

extern const runtime::Registration kAdd;
extern const runtime::Registration kAveragePool2d;
extern const runtime::Registration kBatchMatmul;
extern const runtime::Registration kConv2d;
extern const runtime::Registration kDepthwiseConv2d;
extern const runtime::Registration kFullyConnected;
extern const runtime::Registration kMaxPool2d;
extern const runtime::Registration kMaximum;
extern const runtime::Registration kMinimum;
extern const runtime::Registration kMul;
extern const runtime::Registration kPad;
extern const runtime::Registration kPadV2;
extern const runtime::Registration kSoftmax;
extern const runtime::Registration kSvdf;
extern const runtime::Registration kTranspose;
extern const runtime::Registration kTransposeConv;
extern const runtime::Registration kUnidirectionalSequenceLstm;

// The kernel of this set for an operator of the reference set: the same, unless it is named below.
template <const runtime::Registration& kReference>
struct Own : reference::Itself<kReference> {};
template <>
struct Own<reference::kAdd> : reference::Itself<kAdd> {};
template <>
struct Own<reference::kAveragePool2d> : reference::Itself<kAveragePool2d> {};
template <>
struct Own<reference::kBatchMatmul> : reference::Itself<kBatchMatmul> {};
template <>
struct Own<reference::kConv2d> : reference::Itself<kConv2d> {};
template <>
struct Own<reference::kDepthwiseConv2d> : reference::Itself<kDepthwiseConv2d> {};
template <>
struct Own<reference::kFullyConnected> : reference::Itself<kFullyConnected> {};
template <>
struct Own<reference::kMaxPool2d> : reference::Itself<kMaxPool2d> {};
template <>
struct Own<reference::kMaximum> : reference::Itself<kMaximum> {};
template <>
struct Own<reference::kMinimum> : reference::Itself<kMinimum> {};
template <>
struct Own<reference::kMul> : reference::Itself<kMul> {};
template <>
struct Own<reference::kPad> : reference::Itself<kPad> {};
template <>
struct Own<reference::kPadV2> : reference::Itself<kPadV2> {};
template <>
struct Own<reference::kSoftmax> : reference::Itself<kSoftmax> {};
template <>
struct Own<reference::kSvdf> : reference::Itself<kSvdf> {};
template <>
struct Own<reference::kTranspose> : reference::Itself<kTranspose> {};
template <>
struct Own<reference::kTransposeConv> : reference::Itself<kTransposeConv> {};
template <>
struct Own<reference::kUnidirectionalSequenceLstm> : reference::Itself<kUnidirectionalSequenceLstm> {};

// Every kernel of the set, in the reference set's order.
inline constexpr auto kAll = reference::kAllBy<Own>;

using Resolver = runtime::MutableOpResolver<kAll.size()>;

inline runtime::Status registerAll(Resolver& resolver) {
  for (const runtime::Registration* registration : kAll) ARENASCOPE_TRY(resolver.add(*registration));
  return runtime::Status::kOk;
}

} // namespace arenascope::kernels::cmsis_nn
