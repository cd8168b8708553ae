#include "core/model/load/read_model_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "core/base/hash.h"
#include "core/interpreter/schema/access.h"
#include "core/model/flatbuffer/accelerator.h"
#include "core/model/flatbuffer/operator_options.h"
#include "core/model/flatbuffer/overlap_note_reader.h"
#include "core/model/flatbuffer/tensor_types.h"
#include "core/model/flatbuffer/views.h"
#include "core/model/graph/macs.h"
#include "core/model/load/model_file.h"
#include "core/model/validate/offline_plan_check.h"

namespace arenascope::model {

namespace {

template <typename T>
std::vector<T> toVector(const flatbuffers::Vector<T>* vector) {
  return vector == nullptr ? std::vector<T>() : std::vector<T>(vector->begin(), vector->end());
}

std::vector<TensorId> tensorsIn(const flatbuffers::Vector<std::int32_t>* vector) {
  std::vector<TensorId> tensors;
  for (const std::int32_t index : toVector(vector)) tensors.emplace_back(index);
  return tensors;
}

std::string text(const flatbuffers::String* string) { return string == nullptr ? std::string() : string->str(); }

// Copied byte by byte: they may lie at a multiple of four.
std::vector<std::int64_t> zeroPoints(const schema::QuantizationParameters& quantization) {
  std::vector<std::int64_t> values(schema::count(quantization.zero_point()));
  if (!values.empty()) std::memcpy(values.data(), quantization.zero_point()->Data(), values.size() * sizeof(values[0]));
  return values;
}

// One scale for the tensor, or the range of those of its channels.
std::string describe(const schema::QuantizationParameters* quantization) {
  if (quantization == nullptr || quantization->scale() == nullptr || quantization->scale()->size() == 0) return {};
  const flatbuffers::Vector<float>& scales = *quantization->scale();
  const std::vector<std::int64_t> zeros = zeroPoints(*quantization);
  const bool zero = std::all_of(zeros.begin(), zeros.end(), [](auto each) { return each == 0; });
  if (scales.size() == 1)
    return fmt::format("scale {:g}, zero point {}", scales.Get(0), zeros.empty() ? 0 : zeros.front());
  const auto [least, most] = std::minmax_element(scales.begin(), scales.end());
  return fmt::format("{} scales from {:g} to {:g} along dimension {}, zero points {}", scales.size(), *least, *most,
                     quantization->quantized_dimension(), zero ? "0" : "differ");
}

TensorInfo readTensor(const schema::Model& model, const schema::Tensor& tensor) {
  TensorInfo info;
  info.name = text(tensor.name());
  info.type = typeName(tensor.type());
  info.shape = toVector(tensor.shape());
  info.bytes = elementCount(info.shape) * elementBytes(tensor.type());
  const schema::Buffer* buffer = model.buffers()->Get(tensor.buffer());
  if (buffer != nullptr && buffer->data() != nullptr) info.constantBytes = buffer->data()->size();
  info.quantization = describe(tensor.quantization());
  info.isVariable = tensor.is_variable();
  return info;
}

static_assert(kLargestBuiltinCode == schema::BuiltinOperator_MAX);

std::string nameOf(const schema::OperatorCode& code) {
  const bool named = code.custom_code() != nullptr && schema::builtinOperator(code) == schema::BuiltinOperator_CUSTOM;
  const std::string_view name = schema::operatorName(code);
  return name.empty() && !named ? fmt::format("operator code {}", static_cast<int>(schema::builtinOperator(code)))
                                : std::string(name);
}

OperatorInfo readOperator(const schema::Model& model, const schema::Operator& op, const SubgraphInfo& subgraph) {
  OperatorInfo info;
  const schema::OperatorCode& code = *model.operator_codes()->Get(op.opcode_index());
  info.name = nameOf(code);
  info.builtinCode = schema::builtinOperator(code);
  info.version = code.version();
  info.options = operatorOptions(op);
  info.accelerated = isAccelerated(model, op);
  info.inputs = tensorsIn(op.inputs());
  info.outputs = tensorsIn(op.outputs());
  info.macs = countMacs(subgraph, info);
  const schema::Calls calls = schema::callsOf(model, op);
  for (int n = 0; n < calls.count; ++n) info.calls.emplace_back(calls.subgraphs[n]);
  for (const TensorId input : info.inputs)
    if (input.isThere()) info.weightBytes += subgraph.tensors[input.position()].constantBytes;
  return info;
}

SubgraphInfo readSubgraph(const schema::Model& model, const schema::SubGraph& source) {
  SubgraphInfo info;
  info.name = text(source.name());
  for (const schema::Tensor* tensor : *source.tensors()) info.tensors.push_back(readTensor(model, *tensor));
  if (source.operators() != nullptr)
    for (const schema::Operator* op : *source.operators()) {
      info.operators.push_back(readOperator(model, *op, info));
      forAcceleratorMemory(model, *op, [&](std::size_t tensor) { info.tensors[tensor].isAcceleratorMemory = true; });
    }
  info.inputs = tensorsIn(source.inputs());
  info.outputs = tensorsIn(source.outputs());
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

// A handle without a container is any variable of that name.
std::int32_t countResourceVariables(const schema::Model& model) {
  std::vector<std::pair<const flatbuffers::String*, std::string>> known;
  for (const schema::SubGraph* subgraph : *model.subgraphs()) {
    if (subgraph->operators() == nullptr) continue;
    for (const schema::Operator* op : *subgraph->operators()) {
      const schema::VarHandleOptions* handle = op->builtin_options_as_VarHandleOptions();
      if (handle == nullptr) continue;
      const flatbuffers::String* container = handle->container();
      const std::string name = text(handle->shared_name());
      const bool isKnown = std::any_of(known.begin(), known.end(), [&](const auto& variable) {
        const bool sameContainer =
            container == nullptr || (variable.first != nullptr && variable.first->str() == container->str());
        return sameContainer && variable.second == name;
      });
      if (!isKnown) known.emplace_back(container, name);
    }
  }
  return static_cast<std::int32_t>(known.size());
}

// The first that one of the operators names.
std::string findAccelerator(const schema::Model& model) {
  for (const schema::SubGraph* subgraph : *model.subgraphs()) {
    if (subgraph->operators() == nullptr) continue;
    for (const schema::Operator* op : *subgraph->operators())
      if (std::string found = acceleratorOf(model, *subgraph, *op); !found.empty()) return found;
  }
  return {};
}

// Calls end: the validator has seen to it.
void countTimes(ModelInfo& info, std::size_t subgraph, std::int32_t& now) {
  for (OperatorInfo& op : info.subgraphs[subgraph].operators) {
    op.time = PlannerStep(++now);
    for (const SubgraphId called : op.calls) {
      ++now;
      countTimes(info, called.position(), now);
    }
  }
}

} // namespace

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
  info.resourceVariables = countResourceVariables(model);
  info.accelerator = findAccelerator(model);
  info.views = viewsOf(model);
  info.overlap = overlapNote(model);
  info.planOverlap = offlinePlanOverlap(model).value_or(std::string());
  std::int32_t now = 0;
  countTimes(info, 0, now);
  return info;
}

} // namespace arenascope::model
