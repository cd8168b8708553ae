// Shared by FULLY_CONNECTED kernels: data in the arena, checks and multipliers.
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
  std::int32_t* multipliers; // by channel, if the filter has a scale for each
  std::int32_t* shifts;
  bool perChannel;
};
static_assert(sizeof(FullyConnectedData) == bySize(48, 64));

// Tensors in Prepare, fetched in this order; bias may be absent.
struct PreparedLayer {
  TempTensor input;
  TempTensor filter;
  TempTensor bias;
  TempTensor output;

  PreparedLayer(Context& context, const Node& node)
      : input(context.input(node, 0)), filter(context.input(node, 1)), bias(context.input(node, 2)),
        output(context.output(node, 0)) {}
  // Fails if one is missing, or types or shapes do not match.
  Status check(Context& context) const;
};

// Zero points, activation range and multipliers; the latter take persistent memory if scales are per channel.
Status prepareFullyConnected(Context& context, const PreparedLayer& layer, runtime::Activation activation,
                             FullyConnectedData& data);

// Tensors in Invoke; bias may be nullptr.
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
