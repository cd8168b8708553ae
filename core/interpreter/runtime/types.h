// Tensors and nodes as they lie in the arena.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/interpreter/tflm/struct_sizes.h"

namespace arenascope::runtime {

// A count followed by that many numbers: the layout of a FlatBuffers vector, so that the model's shapes and scales are
// used in place (little-endian targets only).
struct IntArray {
  std::int32_t size;
  std::int32_t data[1];
};
struct FloatArray {
  std::int32_t size;
  float data[1];
};
constexpr std::size_t intArrayBytes(std::size_t count) { return sizeof(std::int32_t) * (1 + count); }

// TfLiteType's numbering. A plain enum: its size follows the target's ABI, and so do the structs below.
enum Type {
  kNoType = 0,
  kFloat32 = 1,
  kInt32 = 2,
  kUInt8 = 3,
  kInt64 = 4,
  kString = 5,
  kBool = 6,
  kInt16 = 7,
  kComplex64 = 8,
  kInt8 = 9,
  kFloat16 = 10,
  kFloat64 = 11,
  kComplex128 = 12,
  kUInt64 = 13,
  kResource = 14,
  kVariant = 15,
  kUInt32 = 16,
  kUInt16 = 17,
  kInt4 = 18,
  kBFloat16 = 19,
};
const char* typeName(Type type);
// Bytes per element; 0 for types that arena tensors cannot have. INT4 takes a byte when unpacked.
std::size_t typeBytes(Type type);

enum Activation { kActNone = 0, kActRelu, kActReluN1To1, kActRelu6, kActTanh, kActSignBit, kActSigmoid };

// A tensor for kernels in Invoke. Mirrors TfLiteEvalTensor.
struct EvalTensor {
  void* data;
  IntArray* dims;
  Type type;
};
static_assert(sizeof(EvalTensor) == tflm::kOwnSizes.evalTensor);

// Mirrors TfLiteAffineQuantization. In Prepare, its zeroPoint array may be overwritten by the operator's own persistent
// blocks: kernels read Tensor::zeroPoint instead.
struct AffineQuantization {
  const FloatArray* scale;
  IntArray* zeroPoint;
  std::int32_t quantizedDimension;
};
static_assert(sizeof(AffineQuantization) == tflm::kOwnSizes.affineQuantization);

enum QuantizationKind { kNotQuantized = 0, kAffineQuantization = 1 };
enum AllocationKind { kModelData, kArenaData };

// A tensor for kernels in Prepare, and for applications' inputs and outputs. Mirrors TfLiteTensor.
struct Tensor {
  QuantizationKind quantizationKind;
  AffineQuantization* quantization;
  float scale;            // first of quantization->scale; 0 if there is none
  std::int32_t zeroPoint; // first of quantization->zeroPoint
  void* data;
  IntArray* dims;
  std::size_t bytes;
  Type type;
  AllocationKind allocationKind;
  bool isVariable;
};
static_assert(sizeof(Tensor) == tflm::kOwnSizes.tensor);

struct Registration;

// One operator of a subgraph. Mirrors NodeAndRegistration.
struct Node {
  const IntArray* inputs;
  const IntArray* outputs;
  const IntArray* intermediates;
  void* userData;
  void* builtinData;
  const void* customInitialData;
  std::size_t customInitialDataBytes;
  const Registration* registration;
};
static_assert(sizeof(Node) == tflm::kOwnSizes.nodeAndRegistration);

// The arrays of one subgraph. Mirrors SubgraphAllocations.
struct SubgraphAllocations {
  Node* nodes;
  EvalTensor* tensors;
};
static_assert(sizeof(SubgraphAllocations) == tflm::kOwnSizes.subgraphAllocations);

// Mirrors ScratchBufferHandle.
struct ScratchHandle {
  void* data;
};
static_assert(sizeof(ScratchHandle) == tflm::kOwnSizes.scratchBufferHandle);

inline constexpr int kOptionalTensor = -1;

} // namespace arenascope::runtime
