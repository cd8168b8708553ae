// The reference kernel set, one registration for each operator, and a call that registers them all.
#pragma once

#include <array>

#include "core/runtime/op_resolver.h"

namespace arenascope::kernels::reference {

extern const runtime::Registration kAdd;
extern const runtime::Registration kAveragePool2d;
extern const runtime::Registration kConv2d;
extern const runtime::Registration kDepthwiseConv2d;
extern const runtime::Registration kDequantize;
extern const runtime::Registration kFullyConnected;
extern const runtime::Registration kLogistic;
extern const runtime::Registration kMaxPool2d;
extern const runtime::Registration kMean;
extern const runtime::Registration kPad;
extern const runtime::Registration kQuantize;
extern const runtime::Registration kRelu;
extern const runtime::Registration kRelu6;
extern const runtime::Registration kReshape;
extern const runtime::Registration kSoftmax;
extern const runtime::Registration kSvdf;

// Every kernel of the set, by name of its operator.
inline constexpr std::array<const runtime::Registration*, 16> kAll = {
    &kAdd,       &kAveragePool2d, &kConv2d, &kDepthwiseConv2d, &kDequantize, &kFullyConnected, &kLogistic,
    &kMaxPool2d, &kMean,          &kPad,    &kQuantize,        &kRelu,       &kRelu6,          &kReshape,
    &kSoftmax,   &kSvdf};

using Resolver = runtime::MutableOpResolver<kAll.size()>;

inline runtime::Status registerAll(Resolver& resolver) {
  for (const runtime::Registration* registration : kAll) ARENASCOPE_TRY(resolver.add(*registration));
  return runtime::Status::kOk;
}

} // namespace arenascope::kernels::reference
