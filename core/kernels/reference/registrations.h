// The reference kernel set, one registration for each operator, and a call that registers them all.
#pragma once

#include <array>

#include "core/runtime/op_resolver.h"

namespace arenascope::kernels::reference {

extern const runtime::Registration kAbs;
extern const runtime::Registration kAdd;
extern const runtime::Registration kAddN;
extern const runtime::Registration kArgMax;
extern const runtime::Registration kArgMin;
extern const runtime::Registration kAssignVariable;
extern const runtime::Registration kAveragePool2d;
extern const runtime::Registration kBatchMatmul;
extern const runtime::Registration kBatchToSpaceNd;
extern const runtime::Registration kBroadcastArgs;
extern const runtime::Registration kBroadcastTo;
extern const runtime::Registration kCallOnce;
extern const runtime::Registration kCast;
extern const runtime::Registration kCeil;
extern const runtime::Registration kCircularBuffer;
extern const runtime::Registration kConcatenation;
extern const runtime::Registration kConv2d;
extern const runtime::Registration kCos;
extern const runtime::Registration kCumsum;
extern const runtime::Registration kDecode;
extern const runtime::Registration kDepthToSpace;
extern const runtime::Registration kDepthwiseConv2d;
extern const runtime::Registration kDequantize;
extern const runtime::Registration kDetectionPostprocess;
extern const runtime::Registration kDiv;
extern const runtime::Registration kDynamicUpdateSlice;
extern const runtime::Registration kElu;
extern const runtime::Registration kEmbeddingLookup;
extern const runtime::Registration kEqual;
extern const runtime::Registration kEthosU;
extern const runtime::Registration kExp;
extern const runtime::Registration kExpandDims;
extern const runtime::Registration kFill;
extern const runtime::Registration kFloor;
extern const runtime::Registration kFloorDiv;
extern const runtime::Registration kFloorMod;
extern const runtime::Registration kFullyConnected;
extern const runtime::Registration kGather;
extern const runtime::Registration kGatherNd;
extern const runtime::Registration kGreater;
extern const runtime::Registration kGreaterEqual;
extern const runtime::Registration kHardSwish;
extern const runtime::Registration kIf;
extern const runtime::Registration kL2Normalization;
extern const runtime::Registration kL2Pool2d;
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
extern const runtime::Registration kMirrorPad;
extern const runtime::Registration kMul;
extern const runtime::Registration kNeg;
extern const runtime::Registration kNotEqual;
extern const runtime::Registration kPack;
extern const runtime::Registration kPad;
extern const runtime::Registration kPadV2;
extern const runtime::Registration kPrelu;
extern const runtime::Registration kQuantize;
extern const runtime::Registration kReadVariable;
extern const runtime::Registration kReduceAll;
extern const runtime::Registration kReduceMax;
extern const runtime::Registration kReduceMin;
extern const runtime::Registration kRelu;
extern const runtime::Registration kRelu6;
extern const runtime::Registration kReshape;
extern const runtime::Registration kResizeBilinear;
extern const runtime::Registration kResizeNearestNeighbor;
extern const runtime::Registration kReverseV2;
extern const runtime::Registration kRound;
extern const runtime::Registration kRsqrt;
extern const runtime::Registration kSelectV2;
extern const runtime::Registration kShape;
extern const runtime::Registration kSignalDelay;
extern const runtime::Registration kSignalEnergy;
extern const runtime::Registration kSignalFftAutoScale;
extern const runtime::Registration kSignalFilterBank;
extern const runtime::Registration kSignalFilterBankLog;
extern const runtime::Registration kSignalFilterBankSpectralSubtraction;
extern const runtime::Registration kSignalFilterBankSquareRoot;
extern const runtime::Registration kSignalFramer;
extern const runtime::Registration kSignalIrfft;
extern const runtime::Registration kSignalOverlapAdd;
extern const runtime::Registration kSignalPcan;
extern const runtime::Registration kSignalRfft;
extern const runtime::Registration kSignalStacker;
extern const runtime::Registration kSignalWindow;
extern const runtime::Registration kSin;
extern const runtime::Registration kSlice;
extern const runtime::Registration kSoftmax;
extern const runtime::Registration kSpaceToBatchNd;
extern const runtime::Registration kSpaceToDepth;
extern const runtime::Registration kSplit;
extern const runtime::Registration kSplitV;
extern const runtime::Registration kSqrt;
extern const runtime::Registration kSquare;
extern const runtime::Registration kSquaredDifference;
extern const runtime::Registration kSqueeze;
extern const runtime::Registration kStridedSlice;
extern const runtime::Registration kSub;
extern const runtime::Registration kSum;
extern const runtime::Registration kSvdf;
extern const runtime::Registration kTanh;
extern const runtime::Registration kTranspose;
extern const runtime::Registration kTransposeConv;
extern const runtime::Registration kUnidirectionalSequenceLstm;
extern const runtime::Registration kUnpack;
extern const runtime::Registration kVarHandle;
extern const runtime::Registration kWhile;
extern const runtime::Registration kZerosLike;

// Every operator, by name, with the kernel that Choose has for it: Choose<kAdd>::kRegistration and so on.
template <template <const runtime::Registration& kReference> typename Choose>
inline constexpr std::array kAllBy = {Choose<kAbs>::kRegistration,
                                      Choose<kAdd>::kRegistration,
                                      Choose<kAddN>::kRegistration,
                                      Choose<kArgMax>::kRegistration,
                                      Choose<kArgMin>::kRegistration,
                                      Choose<kAssignVariable>::kRegistration,
                                      Choose<kAveragePool2d>::kRegistration,
                                      Choose<kBatchMatmul>::kRegistration,
                                      Choose<kBatchToSpaceNd>::kRegistration,
                                      Choose<kBroadcastArgs>::kRegistration,
                                      Choose<kBroadcastTo>::kRegistration,
                                      Choose<kCallOnce>::kRegistration,
                                      Choose<kCast>::kRegistration,
                                      Choose<kCeil>::kRegistration,
                                      Choose<kCircularBuffer>::kRegistration,
                                      Choose<kConcatenation>::kRegistration,
                                      Choose<kConv2d>::kRegistration,
                                      Choose<kCos>::kRegistration,
                                      Choose<kCumsum>::kRegistration,
                                      Choose<kDecode>::kRegistration,
                                      Choose<kDepthToSpace>::kRegistration,
                                      Choose<kDepthwiseConv2d>::kRegistration,
                                      Choose<kDequantize>::kRegistration,
                                      Choose<kDetectionPostprocess>::kRegistration,
                                      Choose<kDiv>::kRegistration,
                                      Choose<kDynamicUpdateSlice>::kRegistration,
                                      Choose<kElu>::kRegistration,
                                      Choose<kEmbeddingLookup>::kRegistration,
                                      Choose<kEqual>::kRegistration,
                                      Choose<kEthosU>::kRegistration,
                                      Choose<kExp>::kRegistration,
                                      Choose<kExpandDims>::kRegistration,
                                      Choose<kFill>::kRegistration,
                                      Choose<kFloor>::kRegistration,
                                      Choose<kFloorDiv>::kRegistration,
                                      Choose<kFloorMod>::kRegistration,
                                      Choose<kFullyConnected>::kRegistration,
                                      Choose<kGather>::kRegistration,
                                      Choose<kGatherNd>::kRegistration,
                                      Choose<kGreater>::kRegistration,
                                      Choose<kGreaterEqual>::kRegistration,
                                      Choose<kHardSwish>::kRegistration,
                                      Choose<kIf>::kRegistration,
                                      Choose<kL2Normalization>::kRegistration,
                                      Choose<kL2Pool2d>::kRegistration,
                                      Choose<kLeakyRelu>::kRegistration,
                                      Choose<kLess>::kRegistration,
                                      Choose<kLessEqual>::kRegistration,
                                      Choose<kLog>::kRegistration,
                                      Choose<kLogSoftmax>::kRegistration,
                                      Choose<kLogicalAnd>::kRegistration,
                                      Choose<kLogicalNot>::kRegistration,
                                      Choose<kLogicalOr>::kRegistration,
                                      Choose<kLogistic>::kRegistration,
                                      Choose<kMaxPool2d>::kRegistration,
                                      Choose<kMaximum>::kRegistration,
                                      Choose<kMean>::kRegistration,
                                      Choose<kMinimum>::kRegistration,
                                      Choose<kMirrorPad>::kRegistration,
                                      Choose<kMul>::kRegistration,
                                      Choose<kNeg>::kRegistration,
                                      Choose<kNotEqual>::kRegistration,
                                      Choose<kPack>::kRegistration,
                                      Choose<kPad>::kRegistration,
                                      Choose<kPadV2>::kRegistration,
                                      Choose<kPrelu>::kRegistration,
                                      Choose<kQuantize>::kRegistration,
                                      Choose<kReadVariable>::kRegistration,
                                      Choose<kReduceAll>::kRegistration,
                                      Choose<kReduceMax>::kRegistration,
                                      Choose<kReduceMin>::kRegistration,
                                      Choose<kRelu>::kRegistration,
                                      Choose<kRelu6>::kRegistration,
                                      Choose<kReshape>::kRegistration,
                                      Choose<kResizeBilinear>::kRegistration,
                                      Choose<kResizeNearestNeighbor>::kRegistration,
                                      Choose<kReverseV2>::kRegistration,
                                      Choose<kRound>::kRegistration,
                                      Choose<kRsqrt>::kRegistration,
                                      Choose<kSelectV2>::kRegistration,
                                      Choose<kShape>::kRegistration,
                                      Choose<kSignalDelay>::kRegistration,
                                      Choose<kSignalEnergy>::kRegistration,
                                      Choose<kSignalFftAutoScale>::kRegistration,
                                      Choose<kSignalFilterBank>::kRegistration,
                                      Choose<kSignalFilterBankLog>::kRegistration,
                                      Choose<kSignalFilterBankSpectralSubtraction>::kRegistration,
                                      Choose<kSignalFilterBankSquareRoot>::kRegistration,
                                      Choose<kSignalFramer>::kRegistration,
                                      Choose<kSignalIrfft>::kRegistration,
                                      Choose<kSignalOverlapAdd>::kRegistration,
                                      Choose<kSignalPcan>::kRegistration,
                                      Choose<kSignalRfft>::kRegistration,
                                      Choose<kSignalStacker>::kRegistration,
                                      Choose<kSignalWindow>::kRegistration,
                                      Choose<kSin>::kRegistration,
                                      Choose<kSlice>::kRegistration,
                                      Choose<kSoftmax>::kRegistration,
                                      Choose<kSpaceToBatchNd>::kRegistration,
                                      Choose<kSpaceToDepth>::kRegistration,
                                      Choose<kSplit>::kRegistration,
                                      Choose<kSplitV>::kRegistration,
                                      Choose<kSqrt>::kRegistration,
                                      Choose<kSquare>::kRegistration,
                                      Choose<kSquaredDifference>::kRegistration,
                                      Choose<kSqueeze>::kRegistration,
                                      Choose<kStridedSlice>::kRegistration,
                                      Choose<kSub>::kRegistration,
                                      Choose<kSum>::kRegistration,
                                      Choose<kSvdf>::kRegistration,
                                      Choose<kTanh>::kRegistration,
                                      Choose<kTranspose>::kRegistration,
                                      Choose<kTransposeConv>::kRegistration,
                                      Choose<kUnidirectionalSequenceLstm>::kRegistration,
                                      Choose<kUnpack>::kRegistration,
                                      Choose<kVarHandle>::kRegistration,
                                      Choose<kWhile>::kRegistration,
                                      Choose<kZerosLike>::kRegistration};

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
