// The reference kernel set, one registration for each operator, and a call that registers them all.
#pragma once

#include <array>

#include "core/runtime/op_resolver.h"

namespace arenascope::kernels::reference {

extern const runtime::Registration kAbs;
extern const runtime::Registration kAdd;
extern const runtime::Registration kAveragePool2d;
extern const runtime::Registration kCeil;
extern const runtime::Registration kConv2d;
extern const runtime::Registration kCos;
extern const runtime::Registration kDepthwiseConv2d;
extern const runtime::Registration kDequantize;
extern const runtime::Registration kDiv;
extern const runtime::Registration kElu;
extern const runtime::Registration kEqual;
extern const runtime::Registration kExp;
extern const runtime::Registration kFloor;
extern const runtime::Registration kFloorDiv;
extern const runtime::Registration kFloorMod;
extern const runtime::Registration kFullyConnected;
extern const runtime::Registration kGreater;
extern const runtime::Registration kGreaterEqual;
extern const runtime::Registration kHardSwish;
extern const runtime::Registration kLeakyRelu;
extern const runtime::Registration kLess;
extern const runtime::Registration kLessEqual;
extern const runtime::Registration kLog;
extern const runtime::Registration kLogSoftmax;
extern const runtime::Registration kLogicalAnd;
extern const runtime::Registration kLogicalNot;
extern const runtime::Registration kLogicalOr;
extern const runtime::Registration kLogistic;
extern const runtime::Registration kMaxPool2d;
extern const runtime::Registration kMaximum;
extern const runtime::Registration kMean;
extern const runtime::Registration kMinimum;
extern const runtime::Registration kMul;
extern const runtime::Registration kNeg;
extern const runtime::Registration kNotEqual;
extern const runtime::Registration kPad;
extern const runtime::Registration kPrelu;
extern const runtime::Registration kQuantize;
extern const runtime::Registration kRelu;
extern const runtime::Registration kRelu6;
extern const runtime::Registration kReshape;
extern const runtime::Registration kRound;
extern const runtime::Registration kRsqrt;
extern const runtime::Registration kSin;
extern const runtime::Registration kSoftmax;
extern const runtime::Registration kSqrt;
extern const runtime::Registration kSquare;
extern const runtime::Registration kSquaredDifference;
extern const runtime::Registration kSub;
extern const runtime::Registration kSvdf;
extern const runtime::Registration kTanh;
extern const runtime::Registration kZerosLike;

// Every kernel of the set, by name of its operator.
inline constexpr std::array kAll = {&kAbs,
                                    &kAdd,
                                    &kAveragePool2d,
                                    &kCeil,
                                    &kConv2d,
                                    &kCos,
                                    &kDepthwiseConv2d,
                                    &kDequantize,
                                    &kDiv,
                                    &kElu,
                                    &kEqual,
                                    &kExp,
                                    &kFloor,
                                    &kFloorDiv,
                                    &kFloorMod,
                                    &kFullyConnected,
                                    &kGreater,
                                    &kGreaterEqual,
                                    &kHardSwish,
                                    &kLeakyRelu,
                                    &kLess,
                                    &kLessEqual,
                                    &kLog,
                                    &kLogSoftmax,
                                    &kLogicalAnd,
                                    &kLogicalNot,
                                    &kLogicalOr,
                                    &kLogistic,
                                    &kMaxPool2d,
                                    &kMaximum,
                                    &kMean,
                                    &kMinimum,
                                    &kMul,
                                    &kNeg,
                                    &kNotEqual,
                                    &kPad,
                                    &kPrelu,
                                    &kQuantize,
                                    &kRelu,
                                    &kRelu6,
                                    &kReshape,
                                    &kRound,
                                    &kRsqrt,
                                    &kSin,
                                    &kSoftmax,
                                    &kSqrt,
                                    &kSquare,
                                    &kSquaredDifference,
                                    &kSub,
                                    &kSvdf,
                                    &kTanh,
                                    &kZerosLike};

using Resolver = runtime::MutableOpResolver<kAll.size()>;

inline runtime::Status registerAll(Resolver& resolver) {
  for (const runtime::Registration* registration : kAll) ARENASCOPE_TRY(resolver.add(*registration));
  return runtime::Status::kOk;
}

} // namespace arenascope::kernels::reference
