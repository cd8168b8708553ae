// Operators' options as stored in the arena. Sizes follow the target's enum size, as in TensorFlow Lite Micro: each has
// a comment with the mirrored struct, and an assertion with its measured size (32 / 64 bits).
#pragma once

#include <cstdint>

#include "core/interpreter/runtime/op_resolver.h"
#include "core/interpreter/runtime/params_allocator.h"
#include "core/interpreter/runtime/types.h"
#include "core/interpreter/tflm/struct_sizes.h"
#include "tflite_generated.h"

namespace arenascope::kernels {

using tflm::bySize;

enum PaddingKind { kPaddingUnknown = 0, kPaddingSame, kPaddingValid };
enum WeightsFormat { kWeightsDefault = 0, kWeightsShuffled };

struct ConvParams { // TfLiteConvParams
  PaddingKind padding;
  int strideWidth;
  int strideHeight;
  runtime::Activation activation;
  int dilationWidth;
  int dilationHeight;
  runtime::Type quantizedBiasType;
};
static_assert(sizeof(ConvParams) == bySize(28, 28));

struct DepthwiseConvParams { // TfLiteDepthwiseConvParams
  PaddingKind padding;
  int strideWidth;
  int strideHeight;
  int depthMultiplier;
  runtime::Activation activation;
  int dilationWidth;
  int dilationHeight;
};
static_assert(sizeof(DepthwiseConvParams) == bySize(28, 28));

struct PoolParams { // TfLitePoolParams
  PaddingKind padding;
  int strideWidth;
  int strideHeight;
  int filterWidth;
  int filterHeight;
  runtime::Activation activation;
  std::int32_t reserved[4];
};
static_assert(sizeof(PoolParams) == bySize(40, 40));

struct FullyConnectedParams { // TfLiteFullyConnectedParams
  runtime::Activation activation;
  WeightsFormat weightsFormat;
  bool keepNumDims;
  bool asymmetricQuantizeInputs;
  runtime::Type quantizedBiasType;
};
static_assert(sizeof(FullyConnectedParams) == bySize(5, 16, 16));

struct AddParams { // TfLiteAddParams
  runtime::Activation activation;
  bool potScaleInt16;
};
static_assert(sizeof(AddParams) == bySize(2, 8, 8));

struct SvdfParams { // TfLiteSVDFParams
  int rank;
  runtime::Activation activation;
  bool asymmetricQuantizeInputs;
};
static_assert(sizeof(SvdfParams) == bySize(8, 12, 12));

struct SoftmaxParams { // TfLiteSoftmaxParams
  float beta;
};
static_assert(sizeof(SoftmaxParams) == bySize(4, 4));

struct ReshapeParams { // TfLiteReshapeParams
  std::int32_t shape[8];
  int dimensions;
};
static_assert(sizeof(ReshapeParams) == bySize(36, 36));

struct ReducerParams { // TfLiteReducerParams
  bool keepDims;
};
static_assert(sizeof(ReducerParams) == bySize(1, 1));

inline PaddingKind paddingKind(schema::Padding padding) {
  return padding == schema::Padding_SAME ? kPaddingSame : kPaddingValid;
}

inline runtime::Activation activationKind(schema::ActivationFunctionType activation) {
  switch (activation) {
  case schema::ActivationFunctionType_RELU: return runtime::kActRelu;
  case schema::ActivationFunctionType_RELU_N1_TO_1: return runtime::kActReluN1To1;
  case schema::ActivationFunctionType_RELU6: return runtime::kActRelu6;
  case schema::ActivationFunctionType_TANH: return runtime::kActTanh;
  case schema::ActivationFunctionType_SIGN_BIT: return runtime::kActSignBit;
  default: return runtime::kActNone;
  }
}

template <typename Options, typename Params>
using ReadFunction = void (*)(const Options& options, Params& params);

// An operator's parse function: allocates the params in the arena and fills them by `read` from the model's options. If
// options are missing all fields are zero, as in TensorFlow Lite Micro; Prepare refuses what cannot work then.
template <typename Options, typename Params>
runtime::Status parseWith(ReadFunction<Options, Params> read, runtime::ParamsAllocator& allocator,
                          const schema::Operator& op, int index, void** result) {
  auto* params = allocator.allocate<Params>(index);
  if (params == nullptr) return runtime::Status::kError;
  *result = params;
  if (const Options* options = op.builtin_options_as<Options>(); options != nullptr) read(*options, *params);
  return runtime::Status::kOk;
}
template <auto kRead>
runtime::Status parseParams(runtime::ParamsAllocator& allocator, const schema::Operator& op, int index, void** result) {
  return parseWith(kRead, allocator, op, index, result);
}

// For operators whose options take memory although kernels ignore them.
template <typename Params>
runtime::Status parseUnread(runtime::ParamsAllocator& allocator, const schema::Operator& /*op*/, int index,
                            void** result) {
  *result = allocator.allocate<Params>(index);
  return *result == nullptr ? runtime::Status::kError : runtime::Status::kOk;
}

} // namespace arenascope::kernels
