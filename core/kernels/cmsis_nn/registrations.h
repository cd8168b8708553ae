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

struct Override {
  const runtime::Registration* reference;
  const runtime::Registration* own;
};
inline constexpr std::array kOverrides = {
    Override{&reference::kAdd, &kAdd},
    Override{&reference::kAveragePool2d, &kAveragePool2d},
    Override{&reference::kBatchMatmul, &kBatchMatmul},
    Override{&reference::kConv2d, &kConv2d},
    Override{&reference::kDepthwiseConv2d, &kDepthwiseConv2d},
    Override{&reference::kFullyConnected, &kFullyConnected},
    Override{&reference::kMaxPool2d, &kMaxPool2d},
    Override{&reference::kMaximum, &kMaximum},
    Override{&reference::kMinimum, &kMinimum},
    Override{&reference::kMul, &kMul},
    Override{&reference::kPad, &kPad},
    Override{&reference::kPadV2, &kPadV2},
    Override{&reference::kSoftmax, &kSoftmax},
    Override{&reference::kSvdf, &kSvdf},
    Override{&reference::kTranspose, &kTranspose},
    Override{&reference::kTransposeConv, &kTransposeConv},
    Override{&reference::kUnidirectionalSequenceLstm, &kUnidirectionalSequenceLstm}};

// Every kernel of the set, in the reference set's order.
inline constexpr auto kAll = [] {
  auto all = reference::kAll;
  for (const runtime::Registration*& registration : all)
    for (const Override& replaced : kOverrides)
      if (registration == replaced.reference) registration = replaced.own;
  return all;
}();

using Resolver = runtime::MutableOpResolver<kAll.size()>;

inline runtime::Status registerAll(Resolver& resolver) {
  for (const runtime::Registration* registration : kAll) ARENASCOPE_TRY(resolver.add(*registration));
  return runtime::Status::kOk;
}

} // namespace arenascope::kernels::cmsis_nn
