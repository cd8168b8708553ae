#include "core/model/validate/validator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/interpreter/schema/access.h"
#include "core/model/flatbuffer/tensor_types.h"
#include "core/model/validate/file_damage.h"
#include "core/model/validate/foreign_file.h"
#include "core/model/validate/offline_plan_check.h"
#include "core/model/validate/operator_rules.h"

namespace arenascope::model {

using schema::count;

namespace {

constexpr std::uint64_t kMaxTensorBytes = std::uint64_t{1} << 30;
constexpr int kMaxCallDepth = 16;
constexpr int kMaxCalledOperators = 1'000'000;
std::optional<Error> finding(std::string message, int subgraph = -1, int op = -1) {
  return Error{Stage::kValidate, std::move(message), subgraph, op};
}

// The FlatBuffers verifier sees to it that every vector begins at a multiple of 4 bytes. No more is asked for: 64-bit
// numbers at such places occur in published models, and 32-bit processors read them.
std::optional<Error> checkFormat(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return finding("the file is empty");
  constexpr std::size_t kSmallest = 8;
  if (bytes.size() < kSmallest) return finding(fmt::format("the file is cut off: {} bytes", bytes.size()));
  if (std::memcmp(bytes.data(),
                  "\x7f"
                  "ELF",
                  4) == 0)
    return finding("is a firmware image, and the model itself is needed here: images are taken by profile, compare, "
                   "boards, overhead, explain and batch");
  if (std::memcmp(bytes.data() + 4, schema::ModelIdentifier(), 4) != 0) {
    if (const std::string is = foreignFile(bytes); !is.empty())
      return finding("this is not a TensorFlow Lite model: it is " + is);
    return finding("this is not a TensorFlow Lite model: bytes 4 to 7 are not \"TFL3\"");
  }
  if (!holdsTogether(bytes)) return finding(damageOf(bytes));
  return std::nullopt;
}

std::string tensorName(const schema::Tensor& tensor, std::uint32_t index) {
  std::string name = "tensor " + std::to_string(index);
  if (tensor.name() != nullptr && tensor.name()->size() > 0) name += " (" + tensor.name()->str() + ")";
  return name;
}

std::optional<Error> checkQuantization(const schema::Tensor& tensor, std::uint32_t index, int subgraph) {
  const schema::QuantizationParameters* quantization = tensor.quantization();
  if (quantization == nullptr) return std::nullopt;
  const std::uint32_t scales = count(quantization->scale());
  for (std::uint32_t i = 0; i < scales; ++i)
    if (const float scale = quantization->scale()->Get(i); !(std::isfinite(scale) && scale >= 0.0F))
      return finding(
          fmt::format("{}: scale {} is {}, not a finite positive number", tensorName(tensor, index), i, scale),
          subgraph);
  return std::nullopt;
}

std::optional<std::string> badShape(const schema::Tensor& tensor, const Limits& limits, std::uint64_t& elements) {
  if (count(tensor.shape()) > limits.rank)
    return fmt::format(" has {} dimensions: {}", count(tensor.shape()), limitAdvice(&Limits::rank, limits));
  elements = 1;
  for (std::uint32_t d = 0; d < count(tensor.shape()); ++d) {
    const std::int32_t size = tensor.shape()->Get(d);
    if (size < 0)
      return fmt::format(": dimension {} is {}{}", d, size,
                         size == -1 ? ": its size is left open; convert the model with fixed shapes" : "");
    // A size of 0 makes the tensor empty; the other dimensions are still sizes that code multiplies.
    elements *= static_cast<std::uint64_t>(std::max(size, 1));
    if (elements > kMaxTensorBytes) return " has more than 2^30 elements";
  }
  for (std::uint32_t d = 0; d < count(tensor.shape()); ++d)
    if (tensor.shape()->Get(d) == 0) elements = 0;
  return std::nullopt;
}

std::optional<std::string> badData(const schema::Tensor& tensor, const schema::Buffer* buffer, std::uint64_t elements) {
  const std::uint64_t bits = typeBits(tensor.type());
  if (elements * bits / 8 > kMaxTensorBytes) return " is larger than 1 GiB";
  const std::uint64_t stored = buffer == nullptr ? 0 : count(buffer->data());
  const std::uint64_t needed = (elements * bits + 7) / 8;
  if (stored > 0 && tensor.sparsity() != nullptr)
    return " is sparse (SparsityParameters), and TFLM has no kernels for such weights: convert without sparsity";
  if (stored > 0 && stored < needed)
    return fmt::format(": its buffer has {} bytes, its shape and type need {}", stored, needed);
  return std::nullopt;
}

std::optional<Error> checkTensor(const schema::Model& model, const schema::Tensor& tensor, std::uint32_t index,
                                 int subgraph, const Limits& limits, Kernels kernels) {
  const auto bad = [&](const std::string& what) { return finding(tensorName(tensor, index) + what, subgraph); };
  if (tensor.buffer() >= count(model.buffers()))
    return bad(fmt::format(" names buffer {}, the model has {}", tensor.buffer(), count(model.buffers())));
  if (*schema::EnumNameTensorType(tensor.type()) == '\0')
    return bad(fmt::format(" has type number {}, which is not known", tensor.type()));
  if (tensor.type() == schema::TensorType_STRING && kernels == Kernels::kOurs)
    return bad(
        " is a string: TFLM carries none, its AllocateTensors() fails without a message; keep what works on text "
        "outside the model");
  std::uint64_t elements = 0;
  if (auto wrong = badShape(tensor, limits, elements)) return bad(*wrong);
  if (auto wrong = badData(tensor, model.buffers()->Get(tensor.buffer()), elements)) return bad(*wrong);
  return checkQuantization(tensor, index, subgraph);
}

std::optional<Error> checkIndices(const flatbuffers::Vector<std::int32_t>* indices, std::uint32_t tensors,
                                  bool optionalAllowed, const std::string& what, int subgraph, int op) {
  for (std::uint32_t i = 0; i < count(indices); ++i) {
    const std::int32_t index = indices->Get(i);
    if (index >= 0 && static_cast<std::uint32_t>(index) < tensors) continue;
    if (optionalAllowed && index == -1) continue;
    return finding(fmt::format("{} {} is tensor {}, the subgraph has {}", what, i, index, tensors), subgraph, op);
  }
  return std::nullopt;
}

std::optional<Error> checkOperator(const schema::Model& model, const schema::Operator& op, std::uint32_t tensors,
                                   int subgraph, int index) {
  const std::string name = "operator " + std::to_string(index);
  if (op.opcode_index() >= count(model.operator_codes()) || model.operator_codes()->Get(op.opcode_index()) == nullptr)
    return finding(fmt::format("{} has operator code {}, the model has {}", name, op.opcode_index(),
                               count(model.operator_codes())),
                   subgraph, index);
  if (auto bad = checkIndices(op.inputs(), tensors, true, name + ": input", subgraph, index)) return bad;
  if (auto bad = checkIndices(op.outputs(), tensors, false, name + ": output", subgraph, index)) return bad;
  if (auto bad = checkIndices(op.intermediates(), tensors, false, name + ": intermediate", subgraph, index)) return bad;
  return std::nullopt;
}

std::string nameOf(const schema::Model& model, const schema::Operator& op) {
  return schema::EnumNameBuiltinOperator(schema::builtinOperator(*model.operator_codes()->Get(op.opcode_index())));
}

// What an operator writes must not lie in the model: it is in flash on a microcontroller.
std::optional<Error> checkOutputsWritable(const schema::Model& model, const schema::SubGraph& subgraph,
                                          const schema::Operator& op, int subgraphIndex, int index) {
  for (std::uint32_t i = 0; i < count(op.outputs()); ++i) {
    const auto number = static_cast<std::uint32_t>(op.outputs()->Get(i));
    const schema::Tensor& tensor = *subgraph.tensors()->Get(number);
    const schema::Buffer* buffer = model.buffers()->Get(tensor.buffer());
    if (buffer != nullptr && count(buffer->data()) > 0)
      return finding(fmt::format("operator {} writes to {}, which has constant data in the model", index,
                                 tensorName(tensor, number)),
                     subgraphIndex, index);
  }
  return std::nullopt;
}

// A tensor is written once, and read only after that: kernels rely on a shape that does not change behind their backs.
std::optional<Error> checkOrder(const schema::Model& model, const schema::SubGraph& subgraph, int subgraphIndex) {
  constexpr std::uint32_t kNobody = ~0U;
  std::vector<std::uint32_t> writer(count(subgraph.tensors()), kNobody);
  const auto place = [](std::int32_t tensor) { return static_cast<std::size_t>(tensor); };
  const auto isAmong = [](const flatbuffers::Vector<std::int32_t>* tensors, std::int32_t tensor) {
    return tensors != nullptr && std::find(tensors->begin(), tensors->end(), tensor) != tensors->end();
  };
  // The planner takes such a tensor for one that is in use at the end only, and places others over it.
  const auto comesFromNowhere = [&](std::int32_t index) {
    const schema::Tensor& tensor = *subgraph.tensors()->Get(static_cast<std::uint32_t>(index));
    const schema::Buffer* buffer = model.buffers()->Get(tensor.buffer());
    const bool constant = buffer != nullptr && count(buffer->data()) > 0;
    return writer[place(index)] == kNobody && isAmong(subgraph.outputs(), index) &&
           !isAmong(subgraph.inputs(), index) && !tensor.is_variable() && !constant;
  };
  for (std::uint32_t i = 0; i < count(subgraph.operators()); ++i) {
    const auto* outputs = subgraph.operators()->Get(i)->outputs();
    for (std::uint32_t n = 0; n < count(outputs); ++n)
      if (const std::uint32_t first = std::exchange(writer[place(outputs->Get(n))], i); first != kNobody)
        return finding(
            fmt::format("operator {} writes to tensor {}, which operator {} writes to", i, outputs->Get(n), first),
            subgraphIndex, static_cast<int>(i));
  }
  for (std::uint32_t i = 0; i < count(subgraph.operators()); ++i) {
    const auto* inputs = subgraph.operators()->Get(i)->inputs();
    for (std::uint32_t n = 0; n < count(inputs); ++n) {
      if (inputs->Get(n) < 0) continue;
      if (comesFromNowhere(inputs->Get(n)))
        return finding(
            fmt::format("operator {} reads tensor {}, an output of the graph that nothing writes", i, inputs->Get(n)),
            subgraphIndex, static_cast<int>(i));
      const std::uint32_t by = writer[place(inputs->Get(n))];
      if (by != kNobody && by >= i)
        return finding(
            fmt::format("operator {} reads tensor {}, which operator {} has yet to write", i, inputs->Get(n), by),
            subgraphIndex, static_cast<int>(i));
    }
  }
  return std::nullopt;
}

std::optional<Error> checkSubgraph(const schema::Model& model, const schema::SubGraph& subgraph, int index,
                                   const Limits& limits, Kernels kernels) {
  const std::uint32_t tensors = count(subgraph.tensors());
  if (subgraph.tensors() == nullptr) return finding(fmt::format("subgraph {} has no tensors", index), index);
  for (std::uint32_t i = 0; i < tensors; ++i)
    if (auto bad = checkTensor(model, *subgraph.tensors()->Get(i), i, index, limits, kernels)) return bad;
  const std::string name = "subgraph " + std::to_string(index);
  if (auto bad = checkIndices(subgraph.inputs(), tensors, false, name + ": input", index, -1)) return bad;
  if (auto bad = checkIndices(subgraph.outputs(), tensors, false, name + ": output", index, -1)) return bad;
  for (std::uint32_t i = 0; i < count(subgraph.operators()); ++i) {
    const schema::Operator& op = *subgraph.operators()->Get(i);
    if (auto bad = checkOperator(model, op, tensors, index, static_cast<int>(i))) return bad;
    if (auto bad = checkOutputsWritable(model, subgraph, op, index, static_cast<int>(i))) return bad;
    if (kernels == Kernels::kAnybodys) continue;
    if (auto broken = brokenRule(model, subgraph, op))
      return finding(fmt::format("operator {} ({}) {}", i, nameOf(model, op), *broken), index, static_cast<int>(i));
  }
  return checkOrder(model, subgraph, index);
}

// Called subgraphs exist, and no chain of calls is deeper than the limit (a cycle is one that never ends). `budget`
// bounds the operators on the way where calls fan out: whoever follows them has as many to look at.
std::optional<Error> checkCalls(const schema::Model& model, int subgraph, int depth, int& budget) {
  const auto* operators = model.subgraphs()->Get(static_cast<std::uint32_t>(subgraph))->operators();
  budget -= 1 + static_cast<int>(count(operators));
  if (depth > kMaxCallDepth || budget < 0)
    return finding(fmt::format("subgraphs call each other without end, deeper than {} or more than {} operators in all",
                               kMaxCallDepth, kMaxCalledOperators),
                   subgraph);
  for (std::uint32_t i = 0; i < count(operators); ++i) {
    const schema::Calls calls = schema::callsOf(model, *operators->Get(i));
    if (calls.isControlFlow && !calls.hasOptions)
      return finding(fmt::format("operator {} has no options: which subgraphs it runs is unknown", i), subgraph,
                     static_cast<int>(i));
    for (int n = 0; n < calls.count; ++n) {
      const int called = calls.subgraphs[n];
      if (called < 0 || static_cast<std::uint32_t>(called) >= model.subgraphs()->size())
        return finding(
            fmt::format("operator {} calls subgraph {}, the model has {}", i, called, model.subgraphs()->size()),
            subgraph, static_cast<int>(i));
      if (auto bad = checkCalls(model, called, depth + 1, budget)) return bad;
    }
  }
  return std::nullopt;
}

std::optional<Error> checkMetadata(const schema::Model& model) {
  for (std::uint32_t i = 0; i < count(model.metadata()); ++i)
    if (model.metadata()->Get(i)->buffer() >= count(model.buffers()))
      return finding(fmt::format("metadata {} names buffer {}, the model has {}", i, model.metadata()->Get(i)->buffer(),
                                 count(model.buffers())));
  return std::nullopt;
}

std::optional<Error> checkCounts(const schema::Model& model, const Limits& limits) {
  std::uint64_t tensors = 0;
  std::uint64_t operators = 0;
  for (std::uint32_t i = 0; i < model.subgraphs()->size(); ++i) {
    tensors += count(model.subgraphs()->Get(i)->tensors());
    operators += count(model.subgraphs()->Get(i)->operators());
  }
  if (tensors > limits.tensors)
    return finding(fmt::format("the model has {} tensors: {}", tensors, limitAdvice(&Limits::tensors, limits)));
  if (operators > limits.operators)
    return finding(fmt::format("the model has {} operators: {}", operators, limitAdvice(&Limits::operators, limits)));
  return std::nullopt;
}

} // namespace

std::optional<Error> validateModel(std::span<const std::uint8_t> bytes, const Limits& limits, Kernels kernels) {
  if (auto bad = checkFormat(bytes)) return bad;
  const schema::Model& model = *schema::GetModel(bytes.data());
  if (model.version() != schema::kVersion)
    return finding(fmt::format(
        "the model has schema version {}, only version {} is supported: convert it again with a current converter",
        model.version(), schema::kVersion));
  if (count(model.subgraphs()) == 0) return finding("the model has no subgraph");
  if (count(model.buffers()) == 0) return finding("the model has no buffers");
  if (auto bad = checkCounts(model, limits)) return bad;
  for (std::uint32_t i = 0; i < model.subgraphs()->size(); ++i)
    if (auto bad = checkSubgraph(model, *model.subgraphs()->Get(i), static_cast<int>(i), limits, kernels)) return bad;
  for (std::uint32_t i = 0; i < model.subgraphs()->size(); ++i) {
    int budget = kMaxCalledOperators;
    if (auto bad = checkCalls(model, static_cast<int>(i), 0, budget)) return bad;
  }
  if (auto bad = checkMetadata(model)) return bad;
  if (auto wrong = wrongOfflinePlan(model)) return finding(*wrong);
  return std::nullopt;
}

} // namespace arenascope::model
