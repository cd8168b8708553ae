// Shared by BATCH_MATMUL kernels: data in the arena, preparation in steps, and iteration over batches.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels {

inline constexpr int kMatmulDimensions = 5;
inline constexpr int kMatmulBatchDimensions = kMatmulDimensions - 2;

struct BatchMatmulParams { // TfLiteBatchMatMulParams
  bool transposedA;        // the first input's matrices are stored transposed
  bool transposedB;
  bool asymmetricQuantizeInputs;
};
static_assert(sizeof(BatchMatmulParams) == bySize(3, 3));

struct MatmulQuantization { // QuantizationOpDataBatchMatmul
  QuantizedMultiplier output;
  IntRange activation;
  std::int32_t zeroPointA;
  std::int32_t zeroPointB;
  std::int32_t outputZeroPoint;
};
static_assert(sizeof(MatmulQuantization) == bySize(28, 28));

// Kernels need both inputs with the summed dimension last: others are transposed into a copy.
struct BatchMatmulData { // OpDataBatchMatmul
  MatmulQuantization* quantization;
  EvalTensor* turnedA;
  EvalTensor* turnedB;
  bool bIsTurned; // the copy of a constant is made once
  bool bIsConstant;
};
static_assert(sizeof(BatchMatmulData) == bySize(16, 32));

// Checks types, ranks, and matching batches and depths.
Status checkBatchMatmul(Context& context, const Node& node, const BinaryTensors& tensors);
// Persistent memory for inputs that have to be transposed.
Status allocateTurned(Context& context, const Node& node, const BinaryTensors& tensors);
// Sets the output's shape to the product's; fails if the size differs.
Status shapeMatmulOutput(Context& context, Node& node, const BinaryTensors& tensors);
// Persistent memory for the multiplier and zero points, filled; nothing for floats.
Status prepareMatmulQuantization(Context& context, const Node& node, const BinaryTensors& tensors);

// Both inputs as kernels need them, transposed if necessary. A constant second input is transposed once.
struct MatmulInputs {
  const EvalTensor* a;
  const EvalTensor* b;
};
MatmulInputs matmulInputs(Context& context, const Node& node);

// Rows of both inputs, all of the same depth, batch by batch.
struct MatmulBatches {
  ExtendedShape<kMatmulDimensions> a;
  ExtendedShape<kMatmulDimensions> b;
  std::int32_t count[kMatmulBatchDimensions];

  MatmulBatches(const EvalTensor& tensorA, const EvalTensor& tensorB) : a(*tensorA.dims), b(*tensorB.dims) {
    for (int d = 0; d < kMatmulBatchDimensions; ++d) count[d] = a.size[d] == 1 ? b.size[d] : a.size[d];
  }

  // Elements between batches of dimension d; 0 for a single one.
  static int step(const std::int32_t* size, int d) {
    if (size[d] == 1) return 0;
    int elements = 1;
    for (int i = d + 1; i < kMatmulDimensions; ++i) elements *= size[i];
    return elements;
  }

  template <typename T, typename Multiply>
  void forEach(const T* dataA, const T* dataB, T* output, Multiply multiply) const {
    const int product = a.size[3] * b.size[3];
    for (int i = 0; i < count[0]; ++i)
      for (int j = 0; j < count[1]; ++j)
        for (int k = 0; k < count[2]; ++k) {
          multiply(dataA + i * step(a.size, 0) + j * step(a.size, 1) + k * step(a.size, 2),
                   dataB + i * step(b.size, 0) + j * step(b.size, 1) + k * step(b.size, 2), output);
          output += product;
        }
  }
};

void readBatchMatmul(const schema::BatchMatMulOptions& options, BatchMatmulParams& params);

} // namespace arenascope::kernels
