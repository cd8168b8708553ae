#include "core/model/rewrite/border_values.h"

#include <limits>

namespace arenascope::rewrite {

namespace {

template <typename T>
std::vector<std::uint8_t> bytesOfLowest() {
  const T value = std::numeric_limits<T>::lowest();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  return {bytes, bytes + sizeof value};
}

} // namespace

std::vector<std::uint8_t> lowestOf(model::Type type) {
  return type == model::Type::kInt8    ? bytesOfLowest<std::int8_t>()
         : type == model::Type::kInt16 ? bytesOfLowest<std::int16_t>()
                                       : bytesOfLowest<float>();
}

std::vector<std::uint8_t> valueBeyond(const MainGraph& graph, std::int32_t op) {
  const model::Operator& reader = graph.op(op);
  if (reader.isBuiltin("PADV2")) return graph.dataOf(reader.input(2));
  const model::Tensor& tensor = graph.tensor(reader.isBuiltin("PAD") ? graph.outputOf(op) : reader.inputs[0]);
  if (reader.isBuiltin("MAX_POOL_2D")) return lowestOf(tensor.type);
  std::vector<std::uint8_t> value(model::elementBytes(tensor.type));
  if (tensor.type == model::Type::kInt8) value[0] = static_cast<std::uint8_t>(tensor.quantization.zeroPoint);
  return value;
}

} // namespace arenascope::rewrite
