// What FULLY_CONNECTED kernels share: data in the arena, checks and multipliers.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/tensor_access.h"

namespace arenascope::kernels {

struct FullyConnectedData { // OpDataFullyConnected
  QuantizedMultiplier output;
  IntRange activation;
  std::int32_t reserved;
  std::int32_t inputZeroPoint;
  std::int32_t filterZeroPoint;
  std::int32_t outputZeroPoint;
  int unpackedFilter;        // scratch buffer for 4-bit filters
  std::int32_t* multipliers; // one for each channel, where the filter has one scale for each
  std::int32_t* shifts;
  bool perChannel;
};
static_assert(sizeof(FullyConnectedData) == bySize(48, 64));

// The tensors while the operator is prepared, fetched in this order; bias may be absent.
struct PreparedLayer {
  TempTensor input;
  TempTensor filter;
  TempTensor bias;
  TempTensor output;

  PreparedLayer(Context& context, const Node& node)
      : input(context.input(node, 0)), filter(context.input(node, 1)), bias(context.input(node, 2)),
        output(context.output(node, 0)) {}
  // Fails where one is missing or types and shapes do not go together.
  Status check(Context& context) const;
};

// Zero points, activation range and multipliers; these take persistent memory where each channel has a scale.
Status prepareFullyConnected(Context& context, const PreparedLayer& layer, runtime::Activation activation,
                             FullyConnectedData& data);

// The tensors while it runs; bias is nullptr where there is none.
struct Layer {
  const EvalTensor* input;
  const EvalTensor* filter;
  const EvalTensor* bias;
  EvalTensor* output;

  int channels() const { return filter->dims->data[0]; }
  int depth() const { return filter->dims->data[1]; }
  int batches() const { return elementCount(*output->dims) / channels(); }
};
Layer fullyConnectedLayer(Context& context, const Node& node);

void readFullyConnected(const schema::FullyConnectedOptions& options, FullyConnectedParams& params);

} // namespace arenascope::kernels
