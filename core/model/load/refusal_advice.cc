#include "core/model/load/refusal_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/interpreter/schema/access.h"

namespace arenascope::model {

using schema::count;

namespace {

class RefusedOperator {
public:
  RefusedOperator(const schema::Model& model, const schema::SubGraph& subgraph, const schema::Operator& op)
      : model_(model), subgraph_(subgraph), op_(op),
        code_(schema::builtinOperator(*model.operator_codes()->Get(op.opcode_index()))) {}

  std::string advice() const {
    if (isHybrid())
      return "dynamic range quantization, for which TFLM has no kernels: convert with full integer quantization (a "
             "representative data set) or without quantization";
    if (std::string scales = scalesElsewhere(); !scales.empty()) return scales;
    if (std::string open = openShape(); !open.empty()) return open;
    if (code_ == schema::BuiltinOperator_RESHAPE && leavesBatchOpen())
      return "its new shape leaves a dimension open (-1), which the converter replaced by 1: convert with a fixed "
             "batch, as in tf.keras.Input(..., batch_size=1)";
    return {};
  }

private:
  const schema::Tensor* input(std::uint32_t i) const { return tensor(op_.inputs(), i); }
  const schema::Tensor* output(std::uint32_t i) const { return tensor(op_.outputs(), i); }
  const schema::Tensor* tensor(const flatbuffers::Vector<std::int32_t>* list, std::uint32_t i) const {
    if (i >= count(list) || list->Get(i) < 0) return nullptr;
    return subgraph_.tensors()->Get(static_cast<std::uint32_t>(list->Get(i)));
  }

  bool isLayer() const {
    return code_ == schema::BuiltinOperator_FULLY_CONNECTED || code_ == schema::BuiltinOperator_CONV_2D ||
           code_ == schema::BuiltinOperator_DEPTHWISE_CONV_2D || code_ == schema::BuiltinOperator_SVDF;
  }

  bool isHybrid() const {
    const schema::Tensor* data = input(0);
    const schema::Tensor* weights = input(1);
    return isLayer() && data != nullptr && weights != nullptr && data->type() == schema::TensorType_FLOAT32 &&
           (weights->type() == schema::TensorType_INT8 || weights->type() == schema::TensorType_INT4);
  }

  // Scales lie along the dimension that the kernel takes for the channels, one for each.
  std::string scalesElsewhere() const {
    const schema::Tensor* weights = input(1);
    if (!isLayer() || weights == nullptr || weights->quantization() == nullptr) return {};
    const std::uint32_t scales = count(weights->quantization()->scale());
    const std::int32_t dimension = weights->quantization()->quantized_dimension();
    const std::int32_t channels = code_ == schema::BuiltinOperator_DEPTHWISE_CONV_2D ? 3 : 0;
    if (scales <= 1 || dimension == channels) return {};
    const bool known = dimension >= 0 && static_cast<std::uint32_t>(dimension) < count(weights->shape());
    return fmt::format(
        "the file puts them along dimension {}{}, but TFLM needs them along dimension {}: quantized_dimension is "
        "wrong; convert again with another version of the converter",
        dimension,
        known ? fmt::format(", which is {} long", weights->shape()->Get(static_cast<std::uint32_t>(dimension)))
              : ", which the filter does not have",
        channels);
  }

  std::string openShape() const {
    for (const auto* list : {op_.inputs(), op_.outputs()})
      for (std::uint32_t i = 0; i < count(list); ++i) {
        const schema::Tensor* each = tensor(list, i);
        if (isLayer() && each != nullptr && count(each->shape()) == 0)
          return fmt::format(
              "tensor {} has no shape in the file because its size is open: convert with fixed input shapes",
              list->Get(i));
      }
    return {};
  }

  bool leavesBatchOpen() const {
    if (const auto* options = op_.builtin_options_as_ReshapeOptions(); options != nullptr)
      for (std::uint32_t i = 0; i < count(options->new_shape()); ++i)
        if (options->new_shape()->Get(i) == -1) return true;
    for (const schema::Tensor* each : {input(0), output(0)}) {
      if (each == nullptr) continue;
      for (std::uint32_t i = 0; i < count(each->shape_signature()); ++i)
        if (each->shape_signature()->Get(i) == -1) return true;
    }
    return constantHasOpen();
  }

  bool constantHasOpen() const {
    const schema::Tensor* shape = input(1);
    if (shape == nullptr || shape->type() != schema::TensorType_INT32) return false;
    const schema::Buffer* buffer = model_.buffers()->Get(shape->buffer());
    const std::uint32_t bytes = buffer == nullptr ? 0 : count(buffer->data());
    constexpr std::uint32_t kOfMinusOne = 4; // bytes of 0xff
    for (std::uint32_t at = 0; at + kOfMinusOne <= bytes; at += kOfMinusOne)
      if (std::all_of(buffer->data()->begin() + at, buffer->data()->begin() + at + kOfMinusOne,
                      [](std::uint8_t byte) { return byte == 0xff; }))
        return true;
    return false;
  }

  const schema::Model& model_;
  const schema::SubGraph& subgraph_;
  const schema::Operator& op_;
  schema::BuiltinOperator code_;
};

} // namespace

std::string refusalAdvice(std::span<const std::uint8_t> bytes, const Error& refusal) {
  if (refusal.stage != Stage::kPrepare || refusal.op < 0) return {};
  const schema::Model& model = *schema::GetModel(bytes.data());
  const auto subgraph = static_cast<std::uint32_t>(std::max(refusal.subgraph, 0));
  if (subgraph >= count(model.subgraphs())) return {};
  const schema::SubGraph& graph = *model.subgraphs()->Get(subgraph);
  if (static_cast<std::uint32_t>(refusal.op) >= count(graph.operators())) return {};
  return RefusedOperator(model, graph, *graph.operators()->Get(static_cast<std::uint32_t>(refusal.op))).advice();
}

} // namespace arenascope::model
