#include "core/profile/model_info.h"

#include <algorithm>
#include <set>

#include "core/profile/hash.h"
#include "core/profile/tensor_types.h"
#include "core/schema/access.h"

namespace arenascope::profile {

namespace {

template <typename T>
std::vector<T> toVector(const flatbuffers::Vector<T>* vector) {
  return vector == nullptr ? std::vector<T>() : std::vector<T>(vector->begin(), vector->end());
}

std::string text(const flatbuffers::String* string) { return string == nullptr ? std::string() : string->str(); }

std::uint64_t elementCount(const std::vector<std::int32_t>& shape) {
  std::uint64_t elements = 1;
  for (const std::int32_t size : shape) elements *= static_cast<std::uint64_t>(std::max(size, 0));
  return elements;
}

TensorInfo readTensor(const schema::Model& model, const schema::Tensor& tensor) {
  TensorInfo info;
  info.name = text(tensor.name());
  info.type = typeName(tensor.type());
  info.shape = toVector(tensor.shape());
  info.bytes = elementCount(info.shape) * elementBytes(tensor.type());
  const schema::Buffer* buffer = model.buffers()->Get(tensor.buffer());
  if (buffer != nullptr && buffer->data() != nullptr) info.constantBytes = buffer->data()->size();
  info.isVariable = tensor.is_variable();
  return info;
}

std::string operatorName(const schema::OperatorCode& code) {
  const schema::BuiltinOperator builtin = schema::builtinOperator(code);
  if (builtin == schema::BuiltinOperator_CUSTOM && code.custom_code() != nullptr) return code.custom_code()->str();
  const char* name = schema::EnumNameBuiltinOperator(builtin);
  return *name == '\0' ? "operator code " + std::to_string(builtin) : name;
}

const TensorInfo* tensorAt(const SubgraphInfo& subgraph, const std::vector<std::int32_t>& indices, std::size_t slot) {
  if (slot >= indices.size() || indices[slot] < 0) return nullptr;
  return &subgraph.tensors[static_cast<std::size_t>(indices[slot])];
}

std::uint64_t countMacs(const SubgraphInfo& subgraph, const OperatorInfo& op) {
  const TensorInfo* filter = tensorAt(subgraph, op.inputs, 1);
  const TensorInfo* output = tensorAt(subgraph, op.outputs, 0);
  if (filter == nullptr || output == nullptr) return 0;
  const std::uint64_t outputs = elementCount(output->shape);
  const auto dimension = [&](std::size_t d) { return static_cast<std::uint64_t>(std::max(filter->shape[d], 0)); };
  if (op.name == "CONV_2D" && filter->shape.size() == 4) return outputs * dimension(1) * dimension(2) * dimension(3);
  if (op.name == "DEPTHWISE_CONV_2D" && filter->shape.size() == 4) return outputs * dimension(1) * dimension(2);
  if (op.name == "FULLY_CONNECTED" && filter->shape.size() == 2) return outputs * dimension(1);
  if (op.name == "SVDF" && filter->shape.size() == 2) {
    const TensorInfo* time = tensorAt(subgraph, op.inputs, 2);
    return elementCount(filter->shape) + (time == nullptr ? 0 : elementCount(time->shape));
  }
  return 0;
}

OperatorInfo readOperator(const schema::Model& model, const schema::Operator& op, const SubgraphInfo& subgraph) {
  OperatorInfo info;
  info.name = operatorName(*model.operator_codes()->Get(op.opcode_index()));
  info.inputs = toVector(op.inputs());
  info.outputs = toVector(op.outputs());
  info.macs = countMacs(subgraph, info);
  const schema::Calls calls = schema::callsOf(model, op);
  info.calls.assign(calls.subgraphs, calls.subgraphs + calls.count);
  for (std::size_t i = 0; i < info.inputs.size(); ++i)
    if (const TensorInfo* tensor = tensorAt(subgraph, info.inputs, i)) info.weightBytes += tensor->constantBytes;
  return info;
}

SubgraphInfo readSubgraph(const schema::Model& model, const schema::SubGraph& source) {
  SubgraphInfo info;
  info.name = text(source.name());
  for (const schema::Tensor* tensor : *source.tensors()) info.tensors.push_back(readTensor(model, *tensor));
  if (source.operators() != nullptr)
    for (const schema::Operator* op : *source.operators()) info.operators.push_back(readOperator(model, *op, info));
  info.inputs = toVector(source.inputs());
  info.outputs = toVector(source.outputs());
  return info;
}

std::uint64_t countWeights(const schema::Model& model) {
  std::set<std::uint32_t> seen;
  std::uint64_t bytes = 0;
  for (const schema::SubGraph* subgraph : *model.subgraphs())
    for (const schema::Tensor* tensor : *subgraph->tensors()) {
      const schema::Buffer* buffer = model.buffers()->Get(tensor->buffer());
      if (buffer == nullptr || buffer->data() == nullptr || !seen.insert(tensor->buffer()).second) continue;
      bytes += buffer->data()->size();
    }
  return bytes;
}

// Calls end: the validator has seen to it.
void countTimes(ModelInfo& info, std::size_t subgraph, std::int32_t& now) {
  for (OperatorInfo& op : info.subgraphs[subgraph].operators) {
    op.time = ++now;
    for (const std::int32_t called : op.calls) {
      ++now;
      countTimes(info, static_cast<std::size_t>(called), now);
    }
  }
}

} // namespace

std::size_t ModelInfo::operatorCount() const {
  std::size_t total = 0;
  for (const SubgraphInfo& subgraph : subgraphs) total += subgraph.operators.size();
  return total;
}

std::size_t ModelInfo::tensorCount() const {
  std::size_t total = 0;
  for (const SubgraphInfo& subgraph : subgraphs) total += subgraph.tensors.size();
  return total;
}

const TensorInfo* ModelInfo::tensorByPlanIndex(std::size_t index) const {
  for (const SubgraphInfo& subgraph : subgraphs) {
    if (index < subgraph.tensors.size()) return &subgraph.tensors[index];
    index -= subgraph.tensors.size();
  }
  return nullptr;
}

ModelInfo readModelInfo(const ModelFile& file) {
  const schema::Model& model = file.model();
  ModelInfo info;
  info.path = file.path();
  info.bytes = file.bytes().size();
  info.sha256 = sha256Hex(file.bytes());
  info.version = model.version();
  info.description = text(model.description());
  for (const schema::SubGraph* subgraph : *model.subgraphs()) info.subgraphs.push_back(readSubgraph(model, *subgraph));
  info.weightBytes = countWeights(model);
  std::int32_t now = 0;
  countTimes(info, 0, now);
  return info;
}

std::string shapeText(const std::vector<std::int32_t>& shape) {
  std::string result;
  for (const std::int32_t size : shape) result += (result.empty() ? "" : "x") + std::to_string(size);
  return result.empty() ? "scalar" : result;
}

} // namespace arenascope::profile
