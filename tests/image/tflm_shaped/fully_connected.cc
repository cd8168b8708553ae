#include <cmath>

#include "core/interpreter/kernels/fixed_point.h"
#include "operator.h"

namespace tflite {

namespace {

#ifdef ASKS_TOO_LITTLE
#define USES_SCRATCH
constexpr unsigned kMissing = 4; // bytes
#else
constexpr unsigned kMissing = 0;
#endif

// As large as the real one, so that the arena is.
struct LayerData {
  std::int32_t multiplier;
  std::int32_t shift;
  std::int32_t lowest;
  std::int32_t inputZero;
  std::int32_t filterZero;
  std::int32_t outputZero;
  std::int32_t* multipliers;
  std::int32_t* shifts;
  std::int32_t scratch;
  std::int32_t rest[3];
};
static_assert(sizeof(LayerData) == 48);

std::int32_t zeroPoint(const schema::Tensor& tensor) {
  return static_cast<std::int32_t>(tensor.quantization()->zero_point()->Get(0));
}

void quantize(double real, std::int32_t* multiplier, std::int32_t* shift) {
  int exponent = 0;
  const double fraction = std::frexp(real, &exponent);
  auto fixed = static_cast<std::int64_t>(std::llround(fraction * 2147483648.0));
  if (fixed == std::int64_t{1} << 31) fixed /= 2, ++exponent;
  *multiplier = static_cast<std::int32_t>(fixed);
  *shift = exponent;
}

void* init(Context* context, const char* /*options*/, std::uint32_t /*bytes*/) {
#ifdef TRIES_MORE_FIRST
  (void)context->allocator->persistent(1U << 30); // it continues without this block
#endif
  return context->allocator->persistent(sizeof(LayerData));
}

TfLiteStatus prepare(Context* context, Node* node) {
  auto& data = *static_cast<LayerData*>(node->userData);
  // 8 bits with a bias, which is all that there is code for.
  if (node->inputs->size < 3 || node->inputs->data[2] < 0 ||
      tensorOf(*context, node->inputs->data[0]).type() != schema::TensorType_INT8)
    return kTfLiteError;
  for (const std::int32_t index :
       {node->inputs->data[0], node->inputs->data[1], node->inputs->data[2], node->outputs->data[0]})
    if (!context->allocator->describe(tensorOf(*context, index), false)) return kTfLiteError;
  const schema::Tensor& input = tensorOf(*context, node->inputs->data[0]);
  const schema::Tensor& filter = tensorOf(*context, node->inputs->data[1]);
  const schema::Tensor& output = tensorOf(*context, node->outputs->data[0]);
  data.inputZero = zeroPoint(input);
  data.filterZero = zeroPoint(filter);
  data.outputZero = zeroPoint(output);
  const bool relu = *static_cast<const std::uint8_t*>(node->builtinData) == schema::ActivationFunctionType_RELU;
  data.lowest = relu && data.outputZero > -128 ? data.outputZero : -128;
  const unsigned scales = filter.quantization()->scale()->size();
  data.multipliers = nullptr;
  if (scales > 1) {
    data.multipliers = static_cast<std::int32_t*>(context->allocator->persistent(4 * scales));
    data.shifts = static_cast<std::int32_t*>(context->allocator->persistent(4 * scales));
    if (data.shifts == nullptr) return kTfLiteError;
  }
#ifdef USES_SCRATCH
  data.scratch = context->allocator->requestScratch(
      4 * static_cast<unsigned>(tensorOf(*context, node->inputs->data[1]).shape()->Get(0)) - kMissing);
#endif
  for (unsigned i = 0; i < scales; ++i) {
    const double real = double{input.quantization()->scale()->Get(0)} * double{filter.quantization()->scale()->Get(i)} /
                        double{output.quantization()->scale()->Get(0)};
    quantize(real, scales > 1 ? &data.multipliers[i] : &data.multiplier, scales > 1 ? &data.shifts[i] : &data.shift);
  }
  return kTfLiteOk;
}

#ifdef CODE_IN_RAM
[[gnu::section(".data.code"), gnu::noinline]]
#endif
TfLiteStatus
invoke(Context* context, Node* node) {
  const auto& data = *static_cast<const LayerData*>(node->userData);
  const EvalTensor& filter = context->tensors[node->inputs->data[1]];
  const auto* input = static_cast<const std::int8_t*>(context->tensors[node->inputs->data[0]].data);
  const auto* weights = static_cast<const std::int8_t*>(filter.data);
  const auto* bias = static_cast<const std::int32_t*>(context->tensors[node->inputs->data[2]].data);
  auto* output = static_cast<std::int8_t*>(context->tensors[node->outputs->data[0]].data);
  const int channels = filter.dims->data[0];
  const int depth = filter.dims->data[1];
#ifdef USES_SCRATCH
  auto* sums = static_cast<volatile std::int32_t*>(context->allocator->scratch(data.scratch));
#endif
  for (int at = 0; at < channels * (elementsOf(*context, node->inputs->data[0]) / depth); ++at) {
    const int channel = at % channels;
    std::int32_t sum = bias[channel];
    for (int i = 0; i < depth; ++i)
      sum += (input[at / channels * depth + i] - data.inputZero) * (weights[channel * depth + i] - data.filterZero);
#ifdef USES_SCRATCH
    sums[channel] = sum;
#endif
    const bool each = data.multipliers != nullptr;
    sum = arenascope::kernels::multiplyByQuantizedMultiplier(sum, each ? data.multipliers[channel] : data.multiplier,
                                                             each ? data.shifts[channel] : data.shift) +
          data.outputZero;
    output[at] = static_cast<std::int8_t>(sum < data.lowest ? data.lowest : sum > 127 ? 127 : sum);
  }
  return kTfLiteOk;
}

} // namespace

Registration Register_FULLY_CONNECTED() { return {init, nullptr, prepare, invoke, nullptr, 0, nullptr}; }

} // namespace tflite
