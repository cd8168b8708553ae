#include <cmath>

#include "operator.h"

namespace tflite {

namespace {

TfLiteStatus prepareReshape(Context* context, Node* node) {
  return tensorOf(*context, node->inputs->data[0]).type() == schema::TensorType_INT8 ? kTfLiteOk : kTfLiteError;
}

TfLiteStatus reshape(Context* context, Node* node) {
  const auto* input = static_cast<const std::int8_t*>(context->tensors[node->inputs->data[0]].data);
  auto* output = static_cast<volatile std::int8_t*>(context->tensors[node->outputs->data[0]].data);
#ifdef WRITES_BEFORE
  output[-1] = 0;
#endif
  for (int i = 0; i < elementsOf(*context, node->outputs->data[0]); ++i) output[i] = input[i];
  return kTfLiteOk;
}

TfLiteStatus prepareQuantize(Context* context, Node* node) {
  const bool known = tensorOf(*context, node->inputs->data[0]).type() == schema::TensorType_FLOAT32 &&
                     tensorOf(*context, node->outputs->data[0]).type() == schema::TensorType_INT8;
  return known ? kTfLiteOk : kTfLiteError;
}

TfLiteStatus quantize(Context* context, Node* node) {
  const auto* input = static_cast<const float*>(context->tensors[node->inputs->data[0]].data);
  auto* output = static_cast<std::int8_t*>(context->tensors[node->outputs->data[0]].data);
  const auto& quantization = *tensorOf(*context, node->outputs->data[0]).quantization();
  const float scale = quantization.scale()->Get(0);
  const auto zero = static_cast<float>(quantization.zero_point()->Get(0));
  for (int i = 0; i < elementsOf(*context, node->outputs->data[0]); ++i) {
#ifdef ROUNDS_DOWN
    const float value = std::floor(input[i] / scale) + zero;
#else
    const float value = std::round(input[i] / scale) + zero;
#endif
    output[i] = static_cast<std::int8_t>(value < -128 ? -128 : value > 127 ? 127 : value);
  }
  return kTfLiteOk;
}

} // namespace

Registration Register_RESHAPE() { return {nullptr, nullptr, prepareReshape, reshape, nullptr, 0, nullptr}; }
Registration Register_QUANTIZE() { return {nullptr, nullptr, prepareQuantize, quantize, nullptr, 0, nullptr}; }

} // namespace tflite
