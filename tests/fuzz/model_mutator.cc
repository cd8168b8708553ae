// Changes a model and keeps it a valid FlatBuffers file, so that what is tried gets past the format and into the
// validator's rules and the kernels. Linked into the targets that take a model; libFuzzer calls it by name.
#include <algorithm>
#include <cstring>
#include <random>

#include "core/interpreter/schema/access.h"
#include "tests/fuzz/fuzz_target.h"
#include "tflite_generated.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

namespace arenascope::fuzz {
namespace {

using schema::ModelT;
using schema::OperatorT;
using schema::SubGraphT;
using schema::TensorT;

constexpr std::int32_t kInteresting[] = {0,
                                         1,
                                         -1,
                                         2,
                                         3,
                                         4,
                                         5,
                                         7,
                                         8,
                                         15,
                                         16,
                                         17,
                                         31,
                                         32,
                                         64,
                                         127,
                                         128,
                                         255,
                                         256,
                                         1000,
                                         -2,
                                         -3,
                                         -5,
                                         -128,
                                         4096,
                                         32767,
                                         65535,
                                         2147483647,
                                         -2147483647 - 1};

class Mutator {
public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  bool oneIn(unsigned n) { return random_() % n == 0; }
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  std::int32_t number() {
    return oneIn(3) ? kInteresting[below(std::size(kInteresting))] : static_cast<std::int32_t>(below(12)) - 1;
  }

  void change(ModelT& model) {
    if (model.subgraphs.empty()) return;
    SubGraphT& graph = *model.subgraphs[below(model.subgraphs.size())];
    switch (below(12)) {
    case 0:
    case 1:
    case 2: return changeTensor(model, graph);
    case 3:
    case 4:
    case 5: return changeOperator(model, graph);
    case 6:
    case 7: return changeData(model, graph);
    case 8: return changeList(oneIn(2) ? graph.inputs : graph.outputs, graph);
    case 9: return changeCode(model);
    case 10: return changePlan(model, graph);
    default: return repeatOperator(graph);
    }
  }

  // Numbers inside an operator's options, in the finished file.
  void changeOptions(std::uint8_t* bytes) {
    const schema::Model* model = schema::GetModel(bytes);
    if (model->subgraphs() == nullptr || model->subgraphs()->size() == 0) return;
    const auto s = static_cast<flatbuffers::uoffset_t>(below(model->subgraphs()->size()));
    const auto* operators = model->subgraphs()->Get(s)->operators();
    if (operators == nullptr || operators->size() == 0) return;
    const schema::Operator* op = operators->Get(static_cast<flatbuffers::uoffset_t>(below(operators->size())));
    if (op->builtin_options() == nullptr) return;
    auto* table = reinterpret_cast<std::uint8_t*>(const_cast<void*>(op->builtin_options()));
    const std::uint8_t* vtable = table - flatbuffers::ReadScalar<flatbuffers::soffset_t>(table);
    const auto fields = flatbuffers::ReadScalar<flatbuffers::voffset_t>(vtable) / 2;
    const auto tableBytes = flatbuffers::ReadScalar<flatbuffers::voffset_t>(vtable + 2);
    if (fields <= 2) return;
    const auto at = flatbuffers::ReadScalar<flatbuffers::voffset_t>(vtable + 2 * (2 + below(fields - 2U)));
    if (at == 0) return;
    const std::int32_t value = number();
    const std::size_t width = at % 4 == 0 && at + 4 <= tableBytes ? 4 : 1;
    std::memcpy(table + at, &value, width);
  }

private:
  void changeTensor(ModelT& model, SubGraphT& graph) {
    if (graph.tensors.empty()) return;
    TensorT& tensor = *graph.tensors[below(graph.tensors.size())];
    switch (below(9)) {
    case 0: tensor.type = static_cast<schema::TensorType>(below(21)); return;
    case 1: tensor.is_variable = !tensor.is_variable; return;
    case 2: tensor.buffer = static_cast<std::uint32_t>(below(model.buffers.size() + 1)); return;
    case 3:
      if (oneIn(2) && !tensor.shape.empty())
        tensor.shape.erase(tensor.shape.begin() + static_cast<std::ptrdiff_t>(below(tensor.shape.size())));
      else
        tensor.shape.insert(tensor.shape.begin() + static_cast<std::ptrdiff_t>(below(tensor.shape.size() + 1)),
                            oneIn(2) ? 1 : number());
      return;
    case 4:
    case 5: return changeQuantization(tensor);
    default:
      if (!tensor.shape.empty()) tensor.shape[below(tensor.shape.size())] = number();
    }
  }

  void changeQuantization(TensorT& tensor) {
    if (tensor.quantization == nullptr || oneIn(10)) {
      tensor.quantization = std::make_unique<schema::QuantizationParametersT>();
      tensor.quantization->scale.assign(below(4), 0.1F);
      tensor.quantization->zero_point.assign(below(4), number());
      return;
    }
    schema::QuantizationParametersT& quantization = *tensor.quantization;
    switch (below(5)) {
    case 0: quantization.scale.resize(below(6), 0.5F); return;
    case 1: quantization.zero_point.resize(below(6), 3); return;
    case 2:
      if (!quantization.zero_point.empty()) quantization.zero_point[below(quantization.zero_point.size())] = number();
      return;
    case 3: quantization.quantized_dimension = number(); return;
    default:
      if (!quantization.scale.empty()) quantization.scale[below(quantization.scale.size())] = scale();
    }
  }

  float scale() {
    constexpr float kScales[] = {0.0F, 1.0F, 1e-30F, 1e30F, 0.5F, 0.0078125F, 3.0F, 1e-8F, 1e8F, 1.0F / 256.0F};
    return kScales[below(std::size(kScales))];
  }

  void changeOperator(ModelT& model, SubGraphT& graph) {
    if (graph.operators.empty()) return;
    OperatorT& op = *graph.operators[below(graph.operators.size())];
    switch (below(6)) {
    case 0: op.opcode_index = static_cast<std::uint32_t>(below(model.operator_codes.size() + 1)); return;
    case 1: return changeList(op.outputs, graph);
    case 2: return changeList(op.intermediates, graph);
    case 3:
      if (oneIn(4))
        op.builtin_options.Reset();
      else if (!op.custom_options.empty())
        op.custom_options[below(op.custom_options.size())] ^= static_cast<std::uint8_t>(1U << below(8));
      return;
    default: return changeList(op.inputs, graph);
    }
  }

  void changeList(std::vector<std::int32_t>& list, const SubGraphT& graph) {
    const auto tensor = static_cast<std::int32_t>(below(graph.tensors.size() + 1)) - 1;
    switch (below(4)) {
    case 0: list.push_back(tensor); return;
    case 1:
      if (!list.empty()) list.erase(list.begin() + static_cast<std::ptrdiff_t>(below(list.size())));
      return;
    default:
      if (!list.empty()) list[below(list.size())] = tensor;
    }
  }

  void changeData(ModelT& model, const SubGraphT& graph) {
    if (model.buffers.empty()) return;
    std::vector<std::uint8_t>& data = model.buffers[below(model.buffers.size())]->data;
    if (data.empty() || oneIn(8)) {
      data.resize(below(80), 1);
    } else if (data.size() % 4 == 0 && oneIn(2)) {
      const std::int32_t value = oneIn(3) ? static_cast<std::int32_t>(below(graph.tensors.size())) : number();
      std::memcpy(data.data() + below(data.size() / 4) * 4, &value, 4);
    } else {
      data[below(data.size())] = static_cast<std::uint8_t>(random_());
    }
  }

  // Another operator with the same tensors and options.
  void changeCode(ModelT& model) {
    if (model.operator_codes.empty()) return;
    schema::OperatorCodeT& code = *model.operator_codes[below(model.operator_codes.size())];
    const auto builtin = static_cast<std::int32_t>(below(160));
    code.builtin_code = static_cast<schema::BuiltinOperator>(builtin);
    code.deprecated_builtin_code = static_cast<std::int8_t>(std::min(builtin, 127));
  }

  void changePlan(ModelT& model, const SubGraphT& graph) {
    auto metadata = std::make_unique<schema::MetadataT>();
    metadata->name = "OfflineMemoryAllocation";
    metadata->buffer = static_cast<std::uint32_t>(model.buffers.size());
    std::vector<std::int32_t> plan = {1, 0, static_cast<std::int32_t>(graph.tensors.size())};
    for (std::size_t i = 0; i < graph.tensors.size(); ++i)
      plan.push_back(oneIn(2) ? -1 : static_cast<std::int32_t>(16U * static_cast<std::uint32_t>(number())));
    auto buffer = std::make_unique<schema::BufferT>();
    buffer->data.resize(plan.size() * sizeof(std::int32_t));
    std::memcpy(buffer->data.data(), plan.data(), buffer->data.size());
    model.buffers.push_back(std::move(buffer));
    model.metadata.clear();
    model.metadata.push_back(std::move(metadata));
  }

  void repeatOperator(SubGraphT& graph) {
    if (graph.operators.empty() || graph.operators.size() > 40) return;
    const std::size_t chosen = below(graph.operators.size());
    graph.operators.push_back(std::make_unique<OperatorT>(*graph.operators[chosen]));
    changeList(graph.operators.back()->inputs, graph);
  }

  std::minstd_rand random_;
};

// What was read may name a type of options and have none: a copy of those follows the null pointer.
void dropEmptyOptions(ModelT& model) {
  for (const auto& graph : model.subgraphs)
    for (const auto& op : graph->operators)
      if (op->builtin_options.value == nullptr) op->builtin_options.Reset();
  for (const auto& graph : model.subgraphs)
    for (const auto& tensor : graph->tensors)
      if (tensor->quantization != nullptr && tensor->quantization->details.value == nullptr)
        tensor->quantization->details.Reset();
}

void unpack(const std::uint8_t* data, std::size_t size, ModelT& model) {
  std::vector<std::uint64_t> aligned(size / sizeof(std::uint64_t) + 1);
  std::memcpy(aligned.data(), data, size);
  schema::GetModel(aligned.data())->UnPackTo(&model);
  dropEmptyOptions(model);
}

// Unpacking reads 64-bit numbers where they are, which the verifier does not ask to be aligned.
bool zeroPointsAligned(const std::uint8_t* data) {
  const schema::Model& model = *schema::GetModel(data);
  for (std::uint32_t s = 0; s < schema::count(model.subgraphs()); ++s)
    for (std::uint32_t t = 0; t < schema::count(model.subgraphs()->Get(s)->tensors()); ++t) {
      const auto* quantization = model.subgraphs()->Get(s)->tensors()->Get(t)->quantization();
      if (quantization != nullptr && schema::count(quantization->zero_point()) > 0 &&
          (quantization->zero_point()->Data() - data) % static_cast<std::ptrdiff_t>(sizeof(std::int64_t)) != 0)
        return false;
    }
  return true;
}

bool isModel(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return false;
  flatbuffers::Verifier verifier(data, size, 64, 100'000);
  return schema::VerifyModelBuffer(verifier) && zeroPointsAligned(data);
}

std::size_t packed(const ModelT& model, std::uint8_t* data, std::size_t maxSize, Mutator& mutator) {
  flatbuffers::FlatBufferBuilder builder(4096);
  builder.ForceDefaults(true);
  builder.Finish(schema::Model::Pack(builder, &model), schema::ModelIdentifier());
  if (builder.GetSize() > maxSize) return 0;
  std::memcpy(data, builder.GetBufferPointer(), builder.GetSize());
  while (mutator.oneIn(2)) mutator.changeOptions(data);
  return builder.GetSize();
}

void shift(std::vector<std::int32_t>& list, std::size_t by) {
  for (std::int32_t& index : list)
    if (index >= 0) index += static_cast<std::int32_t>(by);
}

// The second model's main graph after the first one's.
void append(ModelT& model, const ModelT& other) {
  SubGraphT& graph = *model.subgraphs.front();
  const SubGraphT& added = *other.subgraphs.front();
  const std::size_t tensors = graph.tensors.size();
  for (const auto& tensor : added.tensors) {
    graph.tensors.push_back(std::make_unique<TensorT>(*tensor));
    graph.tensors.back()->buffer += static_cast<std::uint32_t>(model.buffers.size());
  }
  for (const auto& op : added.operators) {
    graph.operators.push_back(std::make_unique<OperatorT>(*op));
    graph.operators.back()->opcode_index += static_cast<std::uint32_t>(model.operator_codes.size());
    shift(graph.operators.back()->inputs, tensors);
    shift(graph.operators.back()->outputs, tensors);
    shift(graph.operators.back()->intermediates, tensors);
  }
  for (auto [from, to] : {std::pair(added.inputs, &graph.inputs), {added.outputs, &graph.outputs}}) {
    shift(from, tensors);
    to->insert(to->end(), from.begin(), from.end());
  }
  for (const auto& buffer : other.buffers) model.buffers.push_back(std::make_unique<schema::BufferT>(*buffer));
  for (const auto& code : other.operator_codes)
    model.operator_codes.push_back(std::make_unique<schema::OperatorCodeT>(*code));
}

} // namespace
} // namespace arenascope::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize,
                                               unsigned seed) {
  using namespace arenascope;
  fuzz::Mutator mutator(seed);
  if (mutator.oneIn(20) || !fuzz::isModel(data, size)) return LLVMFuzzerMutate(data, size, maxSize);
  schema::ModelT model;
  fuzz::unpack(data, size, model);
  do mutator.change(model);
  while (mutator.oneIn(2));
  const std::size_t changed = fuzz::packed(model, data, maxSize, mutator);
  return changed > 0 ? changed : size;
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2, std::uint8_t* out,
                                                 std::size_t maxOutSize, unsigned seed) {
  using namespace arenascope;
  if (!fuzz::isModel(data1, size1) || !fuzz::isModel(data2, size2)) return 0;
  fuzz::Mutator mutator(seed);
  schema::ModelT model;
  schema::ModelT other;
  fuzz::unpack(data1, size1, model);
  fuzz::unpack(data2, size2, other);
  if (model.subgraphs.empty() || other.subgraphs.empty()) return 0;
  fuzz::append(model, other);
  mutator.change(model);
  return fuzz::packed(model, out, maxOutSize, mutator);
}
