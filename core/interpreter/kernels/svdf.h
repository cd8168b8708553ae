// Shared by SVDF kernels: data in the arena, Prepare, and tensors in Invoke.
#pragma once

#include <cstdint>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"

namespace arenascope::kernels {

struct SvdfData { // OpDataSvdf
  QuantizedMultiplier toState;
  QuantizedMultiplier toOutput;
  int filterSums; // scratch: per batch and filter
  int outputSums; // scratch: per batch and unit
  std::int32_t inputZeroPoint;
  std::int32_t outputZeroPoint;
  std::int32_t stateZeroPoint;
};
static_assert(sizeof(SvdfData) == bySize(36, 36));

struct SvdfSizes {
  int batches;
  int inputs;
  int filters;
  int units;
  int rank;
  int memory;
};

Status prepareSvdf(Context& context, Node& node);

struct SvdfLayer {
  const EvalTensor* input;
  const EvalTensor* features;
  const EvalTensor* time;
  const EvalTensor* bias;
  EvalTensor* state;
  EvalTensor* output;
  SvdfSizes sizes;
};

SvdfLayer svdfLayer(Context& context, const Node& node);

void readSvdf(const schema::SVDFOptions& options, SvdfParams& params);

} // namespace arenascope::kernels
