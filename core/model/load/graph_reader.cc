#include "core/model/load/graph_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string>

#include "core/base/counted.h"
#include "core/interpreter/schema/access.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/graph/model_info.h"
#include "core/model/load/file_damage.h"
#include "core/model/load/operator_options.h"
#include "core/model/load/type_of.h"
#include "core/model/validate/foreign_file.h"

namespace arenascope::model {

namespace {

std::optional<Error> refusal(std::string message) { return Error{Stage::kValidate, std::move(message)}; }

// The FlatBuffers verifier sees to it that every vector begins at a multiple of 4 bytes. No more is asked for: 64-bit
// numbers at such places occur in published models, and 32-bit processors read them.
std::optional<Error> checkFormat(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return refusal("the file is empty");
  constexpr std::size_t kSmallest = 8;
  if (bytes.size() < kSmallest) {
    if (const std::string is = foreignFile(bytes); !is.empty())
      return refusal("this is not a TensorFlow Lite model: it is " + is);
    return refusal("the file is cut off: " + countedBytes(bytes.size()));
  }
  if (std::memcmp(bytes.data(),
                  "\x7f"
                  "ELF",
                  4) == 0)
    return refusal("is a firmware image, but this subcommand needs a model; profile, compare, boards, overhead, "
                   "explain and batch take images");
  if (std::memcmp(bytes.data() + 4, schema::ModelIdentifier(), 4) != 0) {
    if (const std::string is = foreignFile(bytes); !is.empty())
      return refusal("this is not a TensorFlow Lite model: it is " + is);
    return refusal(fmt::format("this is not a TensorFlow Lite model: bytes 4 to 7 are not \"TFL3\" (it begins with "
                               "{:02x})",
                               fmt::join(bytes.subspan(0, kSmallest), " ")));
  }
  if (!holdsTogether(bytes)) return refusal(damageOf(bytes));
  return std::nullopt;
}

std::optional<Error> checkCounts(const schema::Model& model, const Limits& limits) {
  std::uint64_t tensors = 0;
  std::uint64_t operators = 0;
  for (const schema::SubGraph* subgraph : *model.subgraphs()) {
    tensors += schema::count(subgraph->tensors());
    operators += schema::count(subgraph->operators());
  }
  if (tensors > limits.tensors)
    return refusal(fmt::format("the model has {} tensors: {}", tensors, limitAdvice(&Limits::tensors, limits)));
  if (operators > limits.operators)
    return refusal(fmt::format("the model has {} operators: {}", operators, limitAdvice(&Limits::operators, limits)));
  return std::nullopt;
}

std::optional<Error> checkRoot(const schema::Model& model, const Limits& limits) {
  if (model.version() != schema::kVersion)
    return refusal(fmt::format(
        "the model has schema version {}; only version {} is supported: convert it again with a current converter",
        model.version(), schema::kVersion));
  if (schema::count(model.subgraphs()) == 0) return refusal("the model has no subgraph");
  if (schema::count(model.buffers()) == 0) return refusal("the model has no buffers");
  return checkCounts(model, limits);
}

static_assert(std::endian::native == std::endian::little, "numbers are taken as they are in the file");

template <typename T>
std::span<const T> spanOf(const flatbuffers::Vector<T>* vector) {
  return vector == nullptr ? std::span<const T>() : std::span<const T>(vector->data(), vector->size());
}

std::string_view viewOf(const flatbuffers::String* string) {
  return string == nullptr ? std::string_view() : string->string_view();
}

// Zero points are looked at here: 64-bit numbers in a file need not lie at multiples of 8.
Quantization quantizationOf(const schema::QuantizationParameters* parameters) {
  Quantization result;
  if (parameters == nullptr) return result;
  result.scales = spanOf(parameters->scale());
  result.dimension = parameters->quantized_dimension();
  const flatbuffers::Vector<std::int64_t>* zeros = parameters->zero_point();
  if (schema::count(zeros) == 0) return result;
  std::vector<std::int64_t> each(zeros->size());
  std::memcpy(each.data(), zeros->Data(), each.size() * sizeof(each[0]));
  result.zeroPoint = each.front();
  result.zeroPointsAreZero = std::all_of(each.begin(), each.end(), [](std::int64_t zero) { return zero == 0; });
  return result;
}

Window::Padding paddingOf(schema::Padding padding) {
  switch (padding) {
  case schema::Padding_SAME: return Window::Padding::kSame;
  case schema::Padding_VALID: return Window::Padding::kValid;
  default: return Window::Padding::kUnknown;
  }
}

template <typename Convolution>
Window windowOf(const Convolution& options) {
  return {.padding = paddingOf(options.padding()),
          .strideHeight = options.stride_h(),
          .strideWidth = options.stride_w(),
          .dilationHeight = options.dilation_h_factor(),
          .dilationWidth = options.dilation_w_factor()};
}

Options optionsOf(const schema::Operator& op) {
  if (const auto* convolution = op.builtin_options_as_Conv2DOptions()) return windowOf(*convolution);
  if (const auto* depthwise = op.builtin_options_as_DepthwiseConv2DOptions()) return windowOf(*depthwise);
  if (const auto* pool = op.builtin_options_as_Pool2DOptions())
    return Window{.isPool = true,
                  .padding = paddingOf(pool->padding()),
                  .height = pool->filter_height(),
                  .width = pool->filter_width(),
                  .strideHeight = pool->stride_h(),
                  .strideWidth = pool->stride_w()};
  if (const auto* join = op.builtin_options_as_ConcatenationOptions())
    return Join{join->axis(), join->fused_activation_function() != schema::ActivationFunctionType_NONE};
  if (const auto* handle = op.builtin_options_as_VarHandleOptions()) {
    VariableName name{.container = std::nullopt, .name = viewOf(handle->shared_name())};
    if (handle->container() != nullptr) name.container = handle->container()->string_view();
    return name;
  }
  return {};
}

constexpr std::size_t kLongestNote = 65'536; // bytes: a longer one is not of ours

static_assert(kPlacedByPlanner == schema::kPlacedByPlanner);
static_assert(kLargestBuiltinCode == schema::BuiltinOperator_MAX);

// The only code that sees indices before anything has checked them: each is, before it is used.
class GraphReader {
public:
  explicit GraphReader(const schema::Model& model) : model_(model) {}

  Result<Graph> read() {
    graph_.version = model_.version();
    graph_.description = viewOf(model_.description());
    for (const schema::Buffer* buffer : *model_.buffers()) graph_.constants.push_back(spanOf(buffer->data()));
    for (const schema::SubGraph* subgraph : *model_.subgraphs())
      if (!readSubgraph(*subgraph)) return error_;
    for (std::uint32_t i = 0; i < schema::count(model_.metadata()); ++i)
      if (!readMetadata(i)) return error_;
    return std::move(graph_);
  }

private:
  bool refuse(std::string message, int op = -1) {
    error_ = {Stage::kValidate, std::move(message), static_cast<int>(graph_.subgraphs.size()) - 1, op};
    return false;
  }

  bool readSubgraph(const schema::SubGraph& source) {
    Subgraph& subgraph = graph_.subgraphs.emplace_back();
    subgraph.name = viewOf(source.name());
    const std::string name = "subgraph " + std::to_string(graph_.subgraphs.size() - 1);
    if (source.tensors() == nullptr) return refuse(name + " has no tensors");
    subgraph.tensors.reserve(source.tensors()->size());
    for (const schema::Tensor* tensor : *source.tensors())
      if (!readTensor(*tensor)) return false;
    subgraph.inputs = spanOf(source.inputs());
    subgraph.outputs = spanOf(source.outputs());
    if (!areThere(subgraph.inputs, false, name + ": input")) return false;
    if (!areThere(subgraph.outputs, false, name + ": output")) return false;
    subgraph.operators.reserve(schema::count(source.operators()));
    for (std::uint32_t i = 0; i < schema::count(source.operators()); ++i)
      if (!readOperator(*source.operators()->Get(i), static_cast<int>(i))) return false;
    return true;
  }

  bool readTensor(const schema::Tensor& source) {
    std::vector<Tensor>& tensors = graph_.subgraphs.back().tensors;
    if (source.buffer() >= graph_.constants.size()) {
      std::string name = "tensor " + std::to_string(tensors.size());
      if (!viewOf(source.name()).empty()) name += fmt::format(" ({})", viewOf(source.name()));
      return refuse(
          fmt::format("{} names buffer {}, but the model has {}", name, source.buffer(), graph_.constants.size()));
    }
    tensors.push_back({.name = viewOf(source.name()),
                       .type = typeOf(source.type()),
                       .shape = spanOf(source.shape()),
                       .constant = ConstantId(source.buffer()),
                       .quantization = quantizationOf(source.quantization()),
                       .isVariable = source.is_variable(),
                       .isSparse = source.sparsity() != nullptr});
    return true;
  }

  bool areThere(std::span<const std::int32_t> indices, bool mayBeAbsent, const std::string& what, int op = -1) {
    const std::size_t tensors = graph_.subgraphs.back().tensors.size();
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] >= 0 && static_cast<std::size_t>(indices[i]) < tensors) continue;
      if (mayBeAbsent && indices[i] == -1) continue;
      return refuse(fmt::format("{} {} is tensor {}, but the subgraph has {}", what, i, indices[i], tensors), op);
    }
    return true;
  }

  bool readOperator(const schema::Operator& source, int index) {
    const std::string name = "operator " + std::to_string(index);
    const std::uint32_t codes = schema::count(model_.operator_codes());
    if (source.opcode_index() >= codes)
      return refuse(fmt::format("{} has operator code {}, but the model has {}", name, source.opcode_index(), codes),
                    index);
    const schema::OperatorCode& code = *model_.operator_codes()->Get(source.opcode_index());
    Operator& op = graph_.subgraphs.back().operators.emplace_back();
    op.name = schema::operatorName(code);
    op.code = schema::builtinOperator(code);
    op.oldCode = schema::hasOnlyOldCode(code);
    op.isCustom = op.code == schema::BuiltinOperator_CUSTOM && code.custom_code() != nullptr;
    op.version = code.version();
    op.options = optionsOf(source);
    op.optionTexts = operatorOptions(source);
    op.inputs = spanOf(source.inputs());
    op.outputs = spanOf(source.outputs());
    op.intermediates = spanOf(source.intermediates());
    return areThere(op.inputs, true, name + ": input", index) &&
           areThere(op.outputs, false, name + ": output", index) &&
           areThere(op.intermediates, false, name + ": intermediate", index) && readCalls(source, op, index);
  }

  bool readCalls(const schema::Operator& source, Operator& op, int index) {
    const schema::Calls calls = schema::callsOf(model_, source);
    for (int n = 0; n < calls.count; ++n) {
      const int called = calls.subgraphs[n];
      if (called < 0 || static_cast<std::uint32_t>(called) >= model_.subgraphs()->size())
        return refuse(fmt::format("operator {} calls subgraph {}, but the model has {}", index, called,
                                  model_.subgraphs()->size()),
                      index);
      op.calls.emplace_back(called);
    }
    return true;
  }

  bool readMetadata(std::uint32_t number) {
    const schema::Metadata& source = *model_.metadata()->Get(number);
    if (source.buffer() >= graph_.constants.size()) {
      error_ = {Stage::kValidate, fmt::format("metadata {} names buffer {}, but the model has {}", number,
                                              source.buffer(), graph_.constants.size())};
      return false;
    }
    const std::span<const std::uint8_t> data = graph_.constants[source.buffer()];
    if (viewOf(source.name()) == schema::kOfflinePlanName) return readPlan(data);
    if (viewOf(source.name()) == schema::kOverlapNoteName && !graph_.overlap && !data.empty() &&
        data.size() <= kLongestNote)
      graph_.overlap = parseOverlapNote(std::string(data.begin(), data.end()));
    if (viewOf(source.name()) == schema::kArchitectureNoteName && !graph_.architecture && !data.empty() &&
        data.size() <= kLongestNote)
      graph_.architecture = parseArchitectureNote(std::string(data.begin(), data.end()));
    if (viewOf(source.name()) == schema::kQuantizationNoteName && !graph_.quantized && !data.empty() &&
        data.size() <= kLongestNote)
      graph_.quantized = parseQuantizationNote(std::string(data.begin(), data.end()));
    return true;
  }

  bool refusePlan(std::string message) {
    error_ = {Stage::kValidate, std::move(message)};
    return false;
  }

  // Every vector of a file begins at a multiple of 4 bytes.
  bool readPlan(std::span<const std::uint8_t> data) {
    const std::span<const std::int32_t> words(reinterpret_cast<const std::int32_t*>(data.data()),
                                              data.size() / sizeof(std::int32_t));
    if (words.size() < schema::kOfflinePlanHeaderWords)
      return refusePlan("the offline memory plan in the metadata has no header");
    std::size_t tensors = 0;
    for (const Subgraph& subgraph : graph_.subgraphs) tensors += subgraph.tensors.size();
    const std::span<const std::int32_t> offsets = words.subspan(schema::kOfflinePlanHeaderWords);
    if (static_cast<std::size_t>(words[schema::kOfflinePlanCountWord]) != tensors || offsets.size() < tensors)
      return refusePlan(fmt::format("the offline memory plan declares {} offsets and has {}; the model has {} tensors",
                                    words[schema::kOfflinePlanCountWord], offsets.size(), tensors));
    for (std::size_t t = 0; t < tensors; ++t)
      if (offsets[t] < kPlacedByPlanner || offsets[t] > schema::kLargestOfflineOffset)
        return refusePlan(
            fmt::format("the offline memory plan puts tensor {} at offset {}, outside any arena", t, offsets[t]));
    graph_.offlinePlans.push_back(offsets.first(tensors));
    return true;
  }

  const schema::Model& model_;
  Graph graph_;
  Error error_;
};

} // namespace

Result<Graph> readGraph(std::span<const std::uint8_t> bytes, const Limits& limits) {
  if (auto refused = checkFormat(bytes)) return *refused;
  const schema::Model& model = *schema::GetModel(bytes.data());
  if (auto refused = checkRoot(model, limits)) return *refused;
  return GraphReader(model).read();
}

} // namespace arenascope::model
