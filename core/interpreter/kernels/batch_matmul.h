// What BATCH_MATMUL kernels share: data in the arena, preparation in steps, and the walk over batches.
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

// Both inputs are wanted with the dimension that is summed over last: those stored otherwise are turned into a copy.
struct BatchMatmulData { // OpDataBatchMatmul
  MatmulQuantization* quantization;
  EvalTensor* turnedA;
  EvalTensor* turnedB;
  bool bIsTurned; // the copy of a constant is made once
  bool bIsConstant;
};
static_assert(sizeof(BatchMatmulData) == bySize(16, 32));

// Types and ranks, and that batches and depths go together.
Status checkBatchMatmul(Context& context, const Node& node, const BinaryTensors& tensors);
// Persistent memory for the inputs that are stored the other way round.
Status allocateTurned(Context& context, const Node& node, const BinaryTensors& tensors);
// Gives the output the shape of the product; fails where its size is not that.
Status shapeMatmulOutput(Context& context, Node& node, const BinaryTensors& tensors);
// Persistent memory for the multiplier and zero points, filled; nothing for floats.
Status prepareMatmulQuantization(Context& context, const Node& node, const BinaryTensors& tensors);

// Both inputs as kernels want them, turned where they have to be. A constant second input is turned only once.
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

  // Elements from one batch of dimension d to the next; 0 where there is only one.
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
