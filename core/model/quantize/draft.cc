#include "core/model/quantize/draft.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "core/interpreter/schema/access.h"
#include "core/interpreter/schema/offline_plan_format.h"

namespace arenascope::quantize {

using schema::count;

namespace {

std::vector<std::int32_t> listOf(const flatbuffers::Vector<std::int32_t>* vector) {
  return vector == nullptr ? std::vector<std::int32_t>() : std::vector<std::int32_t>(vector->begin(), vector->end());
}

std::string textOf(const flatbuffers::String* text) { return text == nullptr ? std::string() : text->str(); }

std::vector<std::uint8_t> bytesOf(const schema::Model& model, std::uint32_t buffer) {
  if (buffer == 0 || buffer >= count(model.buffers())) return {};
  const auto* data = model.buffers()->Get(buffer)->data();
  return data == nullptr ? std::vector<std::uint8_t>() : std::vector<std::uint8_t>(data->begin(), data->end());
}

DraftTensor draftOf(const schema::Model& model, const schema::Tensor& tensor) {
  DraftTensor draft;
  draft.name = textOf(tensor.name());
  draft.type = tensor.type();
  draft.shape = listOf(tensor.shape());
  draft.data = bytesOf(model, tensor.buffer());
  draft.isVariable = tensor.is_variable();
  if (const auto* quantization = tensor.quantization(); quantization != nullptr && count(quantization->scale()) > 0) {
    draft.quantization.scales.assign(quantization->scale()->begin(), quantization->scale()->end());
    if (const auto* zeros = quantization->zero_point(); count(zeros) > 0) { // which need not lie at multiples of 8
      draft.quantization.zeroPoints.resize(zeros->size());
      std::memcpy(draft.quantization.zeroPoints.data(), zeros->Data(), zeros->size() * sizeof(std::int64_t));
    }
    draft.quantization.dimension = quantization->quantized_dimension();
  }
  return draft;
}

DraftOperator draftOf(const schema::Model& model, const schema::Operator& op, std::size_t number) {
  const schema::OperatorCode& code = *model.operator_codes()->Get(op.opcode_index());
  DraftOperator draft;
  draft.code = schema::builtinOperator(code);
  draft.version = code.version();
  draft.inputs = listOf(op.inputs());
  draft.outputs = listOf(op.outputs());
  draft.intermediates = listOf(op.intermediates());
  draft.source = &op;
  draft.customName = textOf(code.custom_code());
  draft.original = static_cast<std::int32_t>(number);
  return draft;
}

// An operator's options as they are in the model. All are tables of numbers, but for those of three operators.
class OptionsWriter {
public:
  explicit OptionsWriter(flatbuffers::FlatBufferBuilder& builder) : builder_(builder) {}

  builder::OptionsReference write(const schema::Operator& op) {
    const auto* table = static_cast<const flatbuffers::Table*>(op.builtin_options());
    if (table == nullptr) return {};
    return {op.builtin_options_type(), copyOf(op, *table)};
  }

private:
  flatbuffers::Offset<void> copyOf(const schema::Operator& op, const flatbuffers::Table& table) {
    constexpr auto kSqueezed = flatbuffers::voffset_t{schema::SqueezeOptions::VT_SQUEEZE_DIMS};
    if (const auto* reshape = op.builtin_options_as_ReshapeOptions())
      return withNumbers(reshape->new_shape(), schema::ReshapeOptions::VT_NEW_SHAPE);
    if (const auto* squeeze = op.builtin_options_as_SqueezeOptions())
      return withNumbers(squeeze->squeeze_dims(), kSqueezed);
    if (const auto* handle = op.builtin_options_as_VarHandleOptions()) {
      const auto container = handle->container() == nullptr ? 0 : builder_.CreateString(handle->container()->str());
      const auto name = handle->shared_name() == nullptr ? 0 : builder_.CreateString(handle->shared_name()->str());
      return schema::CreateVarHandleOptions(builder_, container, name).Union();
    }
    return plain(table);
  }

  flatbuffers::Offset<void> withNumbers(const flatbuffers::Vector<std::int32_t>* numbers,
                                        flatbuffers::voffset_t field) {
    flatbuffers::Offset<flatbuffers::Vector<std::int32_t>> vector = 0;
    if (numbers != nullptr) vector = builder_.CreateVector(listOf(numbers));
    const flatbuffers::uoffset_t start = builder_.StartTable();
    if (numbers != nullptr) builder_.AddOffset(field, vector);
    return flatbuffers::Offset<void>(builder_.EndTable(start));
  }

  // A field takes the room up to the next one: four bytes or one. Padding behind a byte is zero and is read by nobody.
  flatbuffers::Offset<void> plain(const flatbuffers::Table& table) {
    const std::uint8_t* vtable = table.GetVTable();
    const auto fields = static_cast<flatbuffers::voffset_t>(flatbuffers::ReadScalar<std::uint16_t>(vtable));
    const auto tableBytes = flatbuffers::ReadScalar<std::uint16_t>(vtable + sizeof(std::uint16_t));
    std::set<std::uint16_t> starts = {tableBytes};
    for (flatbuffers::voffset_t field = 2 * sizeof(std::uint16_t); field < fields; field += sizeof(std::uint16_t))
      starts.insert(flatbuffers::ReadScalar<std::uint16_t>(vtable + field));
    const auto* data = reinterpret_cast<const std::uint8_t*>(&table);
    const flatbuffers::uoffset_t start = builder_.StartTable();
    for (flatbuffers::voffset_t field = 2 * sizeof(std::uint16_t); field < fields; field += sizeof(std::uint16_t)) {
      const auto at = flatbuffers::ReadScalar<std::uint16_t>(vtable + field);
      if (at == 0) continue;
      // A number that is zero is written still: its default may be another.
      if (*starts.upper_bound(at) - at < static_cast<int>(sizeof(std::uint32_t)) || at % sizeof(std::uint32_t) != 0)
        builder_.AddElement<std::uint8_t>(field, data[at]);
      else
        builder_.AddElement<std::uint32_t>(field, flatbuffers::ReadScalar<std::uint32_t>(data + at));
    }
    return flatbuffers::Offset<void>(builder_.EndTable(start));
  }

  flatbuffers::FlatBufferBuilder& builder_;
};

class DraftWriter {
public:
  explicit DraftWriter(const Draft& draft) : draft_(draft), builder_(draft.description) {}

  std::vector<std::uint8_t> write() {
    for (std::size_t i = 0; i < draft_.graphs.size(); ++i) {
      if (i > 0) builder_.beginSubgraph();
      writeGraph(draft_.graphs[i]);
    }
    for (const DraftEntry& entry : draft_.metadata) builder_.addMetadata(entry.name, entry.data);
    return builder_.finish();
  }

private:
  void writeGraph(const DraftGraph& graph) {
    std::map<std::vector<std::uint8_t>, std::int32_t> known; // equal constants share their bytes
    for (const DraftTensor& tensor : graph.tensors) {
      const auto& [name, type, shape, data, quantization, isVariable] = tensor;
      if (data.empty()) {
        builder_.addTensor(name, type, shape, quantization, isVariable);
        continue;
      }
      const auto found = known.find(data);
      if (found != known.end())
        builder_.addConstantLike(found->second, name, type, shape, quantization, isVariable);
      else
        known[data] = builder_.addConstant(name, type, shape, data, quantization, isVariable);
    }
    for (const DraftOperator& op : graph.operators) writeOperator(op);
    builder_.setInputs(graph.inputs);
    builder_.setOutputs(graph.outputs);
  }

  void writeOperator(const DraftOperator& op) {
    builder::OperatorExtras extras{
        .customName = op.customName, .version = op.version, .intermediates = op.intermediates, .customOptions = {}};
    builder::OptionsReference options;
    if (op.source != nullptr) {
      if (const auto* custom = op.source->custom_options()) extras.customOptions.assign(custom->begin(), custom->end());
      options = OptionsWriter(builder_.flatbuffer()).write(*op.source);
    }
    if (op.options) options = op.options(builder_.flatbuffer());
    builder_.addOperator(op.code, op.inputs, op.outputs, options, extras);
  }

  const Draft& draft_;
  builder::ModelBuilder builder_;
};

bool isOurs(const std::string& name) { return name == schema::kOfflinePlanName || name == schema::kOverlapNoteName; }

} // namespace

std::int32_t DraftGraph::add(DraftTensor tensor) {
  tensors.push_back(std::move(tensor));
  return static_cast<std::int32_t>(tensors.size() - 1);
}

Draft readDraft(std::span<const std::uint8_t> bytes) {
  const schema::Model& model = *schema::GetModel(bytes.data());
  Draft draft;
  draft.description = textOf(model.description());
  for (std::uint32_t s = 0; s < count(model.subgraphs()); ++s) {
    const schema::SubGraph& subgraph = *model.subgraphs()->Get(s);
    DraftGraph graph;
    for (std::uint32_t t = 0; t < count(subgraph.tensors()); ++t)
      graph.tensors.push_back(draftOf(model, *subgraph.tensors()->Get(t)));
    for (std::uint32_t i = 0; i < count(subgraph.operators()); ++i)
      graph.operators.push_back(draftOf(model, *subgraph.operators()->Get(i), i));
    graph.inputs = listOf(subgraph.inputs());
    graph.outputs = listOf(subgraph.outputs());
    draft.graphs.push_back(std::move(graph));
  }
  for (std::uint32_t i = 0; i < count(model.metadata()); ++i)
    if (const schema::Metadata& entry = *model.metadata()->Get(i); !isOurs(textOf(entry.name())))
      draft.metadata.push_back({textOf(entry.name()), bytesOf(model, entry.buffer())});
  return draft;
}

void addNote(Draft& draft, std::string_view note) {
  draft.metadata.push_back({schema::kQuantizationNoteName, {note.begin(), note.end()}});
}

std::vector<std::uint8_t> written(const Draft& draft) { return DraftWriter(draft).write(); }

} // namespace arenascope::quantize
