// Tensor types that kernels supported from a later date on, and types that they accept with useless results: by
// operator, kernel set and date of the commit. Found in the history of each kernel.
#pragma once

#include <cstdint>

#include "core/interpreter/tflm/revisions.h"

namespace arenascope::tflm {

// TfLiteType's numbering.
namespace type {
inline constexpr std::int8_t kAny = 0, kFloat32 = 1, kInt32 = 2, kUInt8 = 3, kInt64 = 4, kBool = 6, kInt16 = 7,
                             kInt8 = 9, kUInt32 = 16, kInt4 = 18;
}

// Result of an operator with such tensors.
enum class Outcome : std::uint8_t {
  kPrepareFails, // AllocateTensors() refuses it
  kInvokeFails,  // it is allocated, and Invoke fails
  kUseless,      // it runs without an error, and its outputs are useless
  kUnknown,      // not examined
};

enum class KernelSet : std::uint8_t { kAny, kReference, kCmsisNn };

struct TypedTensor {
  std::int8_t tensor; // input; -1: the output
  std::int8_t type;   // kAny: any type
};

struct KernelType {
  std::int32_t code; // code of a built-in operator
  TypedTensor tensor;
  Date until; // exclusive
  Outcome outcome;
  KernelSet kernels = KernelSet::kAny;
  Date since = 0;
  TypedTensor other = {0, type::kAny}; // a second tensor that must match too
  const char* does = "";               // for useless outputs: "reads its bias as ..."
  const char* advice = "";             // likewise
};

inline constexpr Date kAlways = 99999999;
inline constexpr Date kInt4Types = 20221012;   // introduction of 4-bit numbers
inline constexpr Date kInt4Kernels = 20221123; // last layer with support for them
// FULLY_CONNECTED stopped checking its weights' type, and later checked it again.
inline constexpr Date kWeightsUnchecked = 20220511;
inline constexpr Date kWeightsChecked = 20230301;
inline constexpr Date kCmsisNnWeightsChecked = 20240722;
// FULLY_CONNECTED of 16-bit values got scales per channel, and 32-bit biases are read as such.
inline constexpr Date kWideLayers = 20250317;

namespace words {
inline constexpr const char* kBias64 = "reads its 32-bit bias as 64-bit numbers, past its end";
inline constexpr const char* kWiden = "Convert the model so that the bias has 64 bits.";
inline constexpr const char* kHybrid = "reads its 8-bit weights as 32-bit floats, far past their end";
inline constexpr const char* kNoHybrid =
    "Quantize the activations as well, or not the weights: later revisions refuse such a layer.";
inline constexpr const char* kUnset = "computes with numbers that were never set";
inline constexpr const char* kUpdate = "A later revision does otherwise.";
inline constexpr const char* kUnwritten = "prints that it has no such type, leaves its output as it was and goes on";
} // namespace words

// For an operator and tensor the first match counts.
inline constexpr KernelType kKernelTypes[] = {
    {op::kAbs, {0, type::kInt8}, 20220617, Outcome::kPrepareFails},
    {op::kAbs, {0, type::kInt16}, 20220617, Outcome::kPrepareFails},
    {op::kAdd, {0, type::kInt32}, 20230330, Outcome::kInvokeFails},
    {op::kAveragePool2d, {0, type::kInt16}, 20230117, Outcome::kInvokeFails},
    {.code = op::kCast,
     .tensor = {0, type::kInt16},
     .until = 20211004,
     .outcome = Outcome::kUseless,
     .does = words::kUnwritten,
     .advice = words::kUpdate},
    {.code = op::kCast,
     .tensor = {-1, type::kInt16},
     .until = 20211004,
     .outcome = Outcome::kUseless,
     .does = words::kUnwritten,
     .advice = words::kUpdate},
    {.code = op::kCast,
     .tensor = {0, type::kInt32},
     .until = 20211109,
     .outcome = Outcome::kUseless,
     .does = words::kUnwritten,
     .advice = words::kUpdate},
    {.code = op::kCast,
     .tensor = {-1, type::kInt32},
     .until = 20211109,
     .outcome = Outcome::kUseless,
     .does = words::kUnwritten,
     .advice = words::kUpdate},
    {.code = op::kCast,
     .tensor = {0, type::kUInt32},
     .until = 20220124,
     .outcome = Outcome::kUseless,
     .does = words::kUnwritten,
     .advice = words::kUpdate},
    {.code = op::kCast,
     .tensor = {-1, type::kUInt32},
     .until = 20231002,
     .outcome = Outcome::kUseless,
     .does = words::kUnwritten,
     .advice = words::kUpdate},
    {.code = op::kCast,
     .tensor = {0, type::kBool},
     .until = 20240122,
     .outcome = Outcome::kUseless,
     .does = words::kUnwritten,
     .advice = words::kUpdate},
    {op::kConcatenation, {0, type::kBool}, 20220812, Outcome::kPrepareFails},
    {op::kConv2d, {1, type::kInt4}, kInt4Types, Outcome::kPrepareFails},
    {op::kConv2d, {1, type::kInt4}, 20221014, Outcome::kInvokeFails, KernelSet::kReference},
    {op::kConv2d, {1, type::kInt4}, 20221122, Outcome::kInvokeFails, KernelSet::kCmsisNn},
    {.code = op::kConv2d,
     .tensor = {2, type::kInt32},
     .until = 20220429,
     .outcome = Outcome::kUseless,
     .kernels = KernelSet::kReference,
     .other = {0, type::kInt16},
     .does = words::kBias64,
     .advice = words::kWiden},
    {.code = op::kConv2d,
     .tensor = {2, type::kInt32},
     .until = 20230824,
     .outcome = Outcome::kUseless,
     .kernels = KernelSet::kCmsisNn,
     .other = {0, type::kInt16},
     .does = words::kBias64,
     .advice = words::kWiden},
    {op::kDepthwiseConv2d, {0, type::kInt16}, 20230308, Outcome::kInvokeFails, KernelSet::kReference},
    {op::kDepthwiseConv2d, {0, type::kInt16}, 20230801, Outcome::kPrepareFails, KernelSet::kReference},
    {op::kDepthwiseConv2d, {0, type::kInt16}, 20220511, Outcome::kInvokeFails, KernelSet::kCmsisNn},
    {op::kDepthwiseConv2d, {1, type::kInt4}, kInt4Types, Outcome::kPrepareFails},
    {op::kDepthwiseConv2d, {1, type::kInt4}, kInt4Kernels, Outcome::kUnknown},
    {.code = op::kDepthwiseConv2d,
     .tensor = {2, type::kInt32},
     .until = kAlways,
     .outcome = Outcome::kUseless,
     .other = {0, type::kInt16},
     .does = words::kBias64,
     .advice = words::kWiden},
    {op::kDequantize, {0, type::kUInt8}, 20220510, Outcome::kPrepareFails},
    {op::kDiv, {0, type::kInt32}, 20231002, Outcome::kInvokeFails},
    {op::kExpandDims, {0, type::kInt16}, 20240524, Outcome::kInvokeFails},
    {op::kFill, {1, type::kInt8}, 20211102, Outcome::kInvokeFails},
    {op::kFill, {1, type::kInt32}, 20211102, Outcome::kInvokeFails},
    {op::kFullyConnected, {0, type::kInt16}, kWeightsUnchecked, Outcome::kPrepareFails},
    {op::kFullyConnected, {1, type::kInt4}, kInt4Types, Outcome::kPrepareFails},
    {op::kFullyConnected, {1, type::kInt4}, kInt4Kernels, Outcome::kUnknown},
    {.code = op::kFullyConnected,
     .tensor = {1, type::kInt8},
     .until = kWeightsChecked,
     .outcome = Outcome::kUseless,
     .kernels = KernelSet::kReference,
     .since = kWeightsUnchecked,
     .other = {0, type::kFloat32},
     .does = words::kHybrid,
     .advice = words::kNoHybrid},
    {.code = op::kFullyConnected,
     .tensor = {1, type::kInt8},
     .until = kCmsisNnWeightsChecked,
     .outcome = Outcome::kUseless,
     .kernels = KernelSet::kCmsisNn,
     .since = kWeightsUnchecked,
     .other = {0, type::kFloat32},
     .does = words::kHybrid,
     .advice = words::kNoHybrid},
    {.code = op::kFullyConnected,
     .tensor = {2, type::kInt32},
     .until = kWideLayers,
     .outcome = Outcome::kUseless,
     .kernels = KernelSet::kReference,
     .other = {0, type::kInt16},
     .does = words::kBias64,
     .advice = words::kWiden},
    {.code = op::kFullyConnected,
     .tensor = {2, type::kInt32},
     .until = kAlways,
     .outcome = Outcome::kUseless,
     .kernels = KernelSet::kCmsisNn,
     .other = {0, type::kInt16},
     .does = words::kBias64,
     .advice = words::kWiden},
    {op::kGreater, {0, type::kInt16}, 20250317, Outcome::kInvokeFails},
    {op::kLogistic, {0, type::kInt16}, 20211221, Outcome::kInvokeFails},
    {.code = op::kLogistic,
     .tensor = {0, type::kInt16},
     .until = 20220125,
     .outcome = Outcome::kUseless,
     .does = words::kUnset,
     .advice = words::kUpdate},
    {op::kMaxPool2d, {0, type::kInt16}, 20230117, Outcome::kInvokeFails},
    {op::kMaximum, {0, type::kInt16}, 20240909, Outcome::kInvokeFails},
    {op::kMean, {0, type::kInt16}, 20210723, Outcome::kInvokeFails},
    {op::kMinimum, {0, type::kInt16}, 20240909, Outcome::kInvokeFails},
    {op::kMul, {0, type::kInt16}, 20221220, Outcome::kInvokeFails},
    {op::kMul, {0, type::kInt32}, 20211109, Outcome::kInvokeFails},
    {op::kPack, {0, type::kInt16}, 20250820, Outcome::kInvokeFails},
    {op::kPad, {0, type::kInt16}, 20211025, Outcome::kInvokeFails},
    {op::kPadV2, {0, type::kInt16}, 20211025, Outcome::kInvokeFails},
    {op::kPrelu, {0, type::kInt16}, 20250909, Outcome::kInvokeFails},
    {op::kQuantize, {0, type::kInt32}, 20211109, Outcome::kPrepareFails},
    {op::kQuantize, {0, type::kUInt8}, 20220510, Outcome::kPrepareFails},
    {op::kQuantize, {-1, type::kUInt8}, 20220510, Outcome::kPrepareFails},
    {op::kRelu, {0, type::kInt16}, 20250321, Outcome::kInvokeFails},
    {op::kRelu6, {0, type::kInt16}, 20240926, Outcome::kInvokeFails},
    {op::kResizeNearestNeighbor, {0, type::kInt16}, 20211025, Outcome::kInvokeFails},
    {op::kRsqrt, {0, type::kInt8}, 20220617, Outcome::kPrepareFails},
    {op::kRsqrt, {0, type::kInt16}, 20230302, Outcome::kPrepareFails},
    {op::kSlice, {0, type::kBool}, 20230322, Outcome::kInvokeFails},
    {op::kSquaredDifference, {0, type::kInt16}, 20230306, Outcome::kInvokeFails},
    {op::kStridedSlice, {0, type::kInt32}, 20211029, Outcome::kInvokeFails},
    {op::kStridedSlice, {0, type::kBool}, 20220812, Outcome::kInvokeFails},
    {op::kSub, {0, type::kInt32}, 20250604, Outcome::kInvokeFails},
    {op::kSvdf, {2, type::kInt8}, 20210921, Outcome::kPrepareFails, KernelSet::kReference},
    {op::kSvdf, {2, type::kInt8}, 20220509, Outcome::kPrepareFails, KernelSet::kCmsisNn},
    {.code = op::kTanh,
     .tensor = {0, type::kInt16},
     .until = 20220125,
     .outcome = Outcome::kUseless,
     .does = words::kUnset,
     .advice = words::kUpdate},
    {op::kTranspose, {0, type::kInt16}, 20250317, Outcome::kInvokeFails},
    {.code = op::kTransposeConv,
     .tensor = {3, type::kInt32},
     .until = kAlways,
     .outcome = Outcome::kUseless,
     .other = {2, type::kInt16},
     .does = words::kBias64,
     .advice = words::kWiden},
    {.code = op::kTransposeConv,
     .tensor = {3, type::kInt64},
     .until = kAlways,
     .outcome = Outcome::kUseless,
     .other = {2, type::kInt8},
     .does = "reads its 64-bit bias as 32-bit numbers",
     .advice = "Convert the model so that the bias has 32 bits."},
    {op::kUnpack, {0, type::kInt16}, 20250317, Outcome::kInvokeFails},
};

// Entry for an operator in a revision; nullptr if it behaves as today. typeOf(TypedTensor::tensor) returns a tensor's
// type; kAny if absent.
template <typename TypeOf>
constexpr const KernelType* kernelTypeAt(Date date, bool cmsisNn, std::int32_t code, TypeOf typeOf) {
  const KernelSet own = cmsisNn && hasCmsisNnKernel(date, code) ? KernelSet::kCmsisNn : KernelSet::kReference;
  const auto has = [&](const TypedTensor& tensor) {
    return tensor.type == type::kAny || typeOf(tensor.tensor) == tensor.type;
  };
  for (const KernelType& row : kKernelTypes)
    if (row.code == code && row.since <= date && date < row.until &&
        (row.kernels == KernelSet::kAny || row.kernels == own) && has(row.tensor) && has(row.other))
      return &row;
  return nullptr;
}

} // namespace arenascope::tflm
