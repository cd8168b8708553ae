#include "core/model/rewrite/strip_writer.h"

#include <map>
#include <set>

#include "core/interpreter/schema/access.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/rewrite/model_prefix.h"

namespace arenascope::rewrite {

using schema::count;

namespace {

template <typename T>
std::vector<const void*> tablesOf(const flatbuffers::Vector<flatbuffers::Offset<T>>* vector) {
  std::vector<const void*> tables;
  for (std::uint32_t i = 0; i < count(vector); ++i) tables.push_back(vector->Get(i));
  return tables;
}

static_assert(static_cast<int>(NewOperator::kConcatenation) == schema::BuiltinOperator_CONCATENATION);
static_assert(static_cast<int>(NewOperator::kPad) == schema::BuiltinOperator_PAD);
static_assert(static_cast<int>(NewOperator::kPadV2) == schema::BuiltinOperator_PADV2);
static_assert(static_cast<int>(NewOperator::kSplitV) == schema::BuiltinOperator_SPLIT_V);

schema::BuiltinOperator codeOf(NewOperator op) { return static_cast<schema::BuiltinOperator>(op); }

schema::BuiltinOptions optionsOf(NewOperator op) {
  switch (op) {
  case NewOperator::kConcatenation: return schema::BuiltinOptions_ConcatenationOptions;
  case NewOperator::kSplitV: return schema::BuiltinOptions_SplitVOptions;
  case NewOperator::kPad: return schema::BuiltinOptions_PadOptions;
  case NewOperator::kPadV2: break; // has no options that are read
  }
  return schema::BuiltinOptions_NONE;
}

class GraphWriter {
public:
  GraphWriter(std::span<const std::uint8_t> bytes, const StripGraph& graph)
      : model_(*schema::GetModel(bytes.data())), old_(*model_.subgraphs()->Get(0)), graph_(graph),
        prefix_(bytes, {kOperatorCodes, kSubgraphs, kBuffers, kMetadata}) {}

  std::vector<std::uint8_t> write() {
    numberTensors();
    writeCodes();
    std::vector<const void*> subgraphs = tablesOf(model_.subgraphs());
    subgraphs[0] = nullptr;
    const std::size_t place = prefix_.addVector(prefix_.place(kSubgraphs), subgraphs)[0];
    writeGraph(place);
    writeBuffers();
    std::vector<const void*> metadata;
    for (const void* entry : tablesOf(model_.metadata()))
      if (const auto* name = static_cast<const schema::Metadata*>(entry)->name();
          name == nullptr || (name->str() != schema::kOfflinePlanName && name->str() != schema::kOverlapNoteName))
        metadata.push_back(entry);
    prefix_.addVector(prefix_.place(kMetadata), metadata);
    return prefix_.finish();
  }

private:
  // New tensors get the numbers of those that nothing touches any more, and then further ones.
  void numberTensors() {
    const auto tensors = static_cast<std::int32_t>(count(old_.tensors()));
    std::set<std::int32_t> used;
    const auto use = [&](const flatbuffers::Vector<std::int32_t>* numbers) {
      if (numbers != nullptr) used.insert(numbers->begin(), numbers->end());
    };
    use(old_.inputs());
    use(old_.outputs());
    for (const GraphOperator& op : graph_.operators) {
      used.insert(op.inputs.begin(), op.inputs.end());
      used.insert(op.outputs.begin(), op.outputs.end());
      if (op.original < 0) continue;
      const schema::Operator& old = originalOf(op);
      use(old.intermediates());
      if (op.isChanged) continue;
      use(old.inputs());
      use(old.outputs());
    }
    std::int32_t next = 0;
    std::int32_t behind = tensors;
    for (std::size_t i = 0; i < graph_.tensors.size(); ++i) {
      while (next < tensors && used.contains(next)) ++next;
      numbers_.push_back(next < tensors ? next++ : behind++);
      newAt_[numbers_.back()] = i;
    }
    tensors_ = behind;
  }

  const schema::Operator& originalOf(const GraphOperator& op) const {
    return *old_.operators()->Get(static_cast<std::uint32_t>(op.original));
  }

  std::vector<std::int32_t> renumbered(const std::vector<std::int32_t>& tensors) const {
    const auto known = static_cast<std::int32_t>(count(old_.tensors()));
    std::vector<std::int32_t> result;
    for (const std::int32_t tensor : tensors)
      result.push_back(tensor < known ? tensor : numbers_[static_cast<std::size_t>(tensor - known)]);
    return result;
  }

  // Codes that the model has not yet come behind its own.
  void writeCodes() {
    std::vector<const void*> tables = tablesOf(model_.operator_codes());
    for (std::uint32_t i = 0; i < count(model_.operator_codes()); ++i)
      codes_.try_emplace(schema::builtinOperator(*model_.operator_codes()->Get(i)), i);
    std::vector<schema::BuiltinOperator> added;
    for (const GraphOperator& op : graph_.operators)
      if (op.original < 0 && codes_.try_emplace(codeOf(op.code), static_cast<std::uint32_t>(tables.size())).second) {
        tables.push_back(nullptr);
        added.push_back(codeOf(op.code));
      }
    const std::vector<std::size_t> places = prefix_.addVector(prefix_.place(kOperatorCodes), tables);
    for (std::size_t i = 0; i < places.size(); ++i) {
      // Old and new field of the code; these all fit into the old one. The version is the first.
      const auto fields = prefix_.addTable(places[i], std::array{true, false, false, true});
      prefix_.set(fields[0], static_cast<std::int32_t>(added[i]));
      prefix_.set(fields[3], static_cast<std::int32_t>(added[i]));
    }
  }

  void writeGraph(std::size_t place) {
    const bool ends = graph_.ends.has_value();
    const auto fields =
        prefix_.addTable(place, std::array{true, ends || old_.inputs() != nullptr, ends || old_.outputs() != nullptr,
                                           true, old_.name() != nullptr});
    if (ends) {
      prefix_.addNumbers(fields[1], graph_.ends->inputs);
      prefix_.addNumbers(fields[2], graph_.ends->outputs);
    } else {
      if (old_.inputs() != nullptr) prefix_.refer(fields[1], old_.inputs());
      if (old_.outputs() != nullptr) prefix_.refer(fields[2], old_.outputs());
    }
    if (old_.name() != nullptr) prefix_.refer(fields[4], old_.name());
    writeTensors(fields[0]);
    writeOperators(fields[3]);
  }

  void writeTensors(std::size_t place) {
    std::vector<const void*> tables;
    for (std::int32_t t = 0; t < tensors_; ++t)
      tables.push_back(newAt_.contains(t) ? nullptr : old_.tensors()->Get(static_cast<std::uint32_t>(t)));
    const std::vector<std::size_t> places = prefix_.addVector(place, tables);
    std::size_t next = 0;
    std::uint32_t buffer = count(model_.buffers());
    for (const auto& [number, index] : newAt_) {
      const NewTensor& tensor = graph_.tensors[index];
      const auto* quantization =
          tensor.like < 0 ? nullptr : old_.tensors()->Get(static_cast<std::uint32_t>(tensor.like))->quantization();
      const auto fields = prefix_.addTable(places[next++], std::array{true, true, true, true, quantization != nullptr});
      prefix_.set(fields[1], static_cast<std::uint32_t>(tensor.type));
      prefix_.set(fields[2], tensor.data.empty() ? 0 : buffer++);
      if (quantization != nullptr) prefix_.refer(fields[4], quantization);
      prefix_.addNumbers(fields[0], tensor.shape);
      prefix_.addText(fields[3], tensor.name);
    }
  }

  // In the order in which the tensors named them.
  void writeBuffers() {
    std::vector<const void*> tables = tablesOf(model_.buffers());
    std::vector<const std::vector<std::uint8_t>*> data;
    for (const auto& [number, index] : newAt_)
      if (!graph_.tensors[index].data.empty()) {
        tables.push_back(nullptr);
        data.push_back(&graph_.tensors[index].data);
      }
    const std::vector<std::size_t> places = prefix_.addVector(prefix_.place(kBuffers), tables);
    for (std::size_t i = 0; i < places.size(); ++i) prefix_.addBuffer(places[i], data[i]->data(), data[i]->size());
  }

  void writeOperators(std::size_t place) {
    std::vector<const void*> tables;
    for (const GraphOperator& op : graph_.operators)
      tables.push_back(op.original >= 0 && !op.isChanged ? &originalOf(op) : nullptr);
    const std::vector<std::size_t> places = prefix_.addVector(place, tables);
    std::size_t next = 0;
    for (const GraphOperator& op : graph_.operators)
      if (op.original < 0 || op.isChanged) writeOperator(places[next++], op);
  }

  void writeOperator(std::size_t place, const GraphOperator& op) {
    const schema::Operator* old = op.original >= 0 ? &originalOf(op) : nullptr;
    const schema::BuiltinOptions type = old != nullptr ? old->builtin_options_type() : optionsOf(op.code);
    const bool options = old != nullptr ? old->builtin_options() != nullptr : type != schema::BuiltinOptions_NONE;
    const auto fields = prefix_.addTable(place, std::array{true, true, true, options, options});
    prefix_.set(fields[0], old != nullptr ? old->opcode_index() : codes_.at(codeOf(op.code)));
    prefix_.addNumbers(fields[1], renumbered(op.inputs));
    prefix_.addNumbers(fields[2], renumbered(op.outputs));
    if (!options) return;
    prefix_.set(fields[3], static_cast<std::uint32_t>(type));
    if (old == nullptr)
      writeNewOptions(fields[4], op);
    else
      writeOldOptions(fields[4], *old);
  }

  void writeNewOptions(std::size_t place, const GraphOperator& op) {
    if (op.code == NewOperator::kPad) {
      prefix_.addTable(place, std::array<bool, 0>{});
      return;
    }
    const auto fields = prefix_.addTable(place, std::array{true}); // axis, or number of parts
    prefix_.set(fields[0], op.code == NewOperator::kSplitV ? static_cast<std::int32_t>(op.outputs.size()) : 1);
  }

  // The operator's own options; those of a window without borders.
  void writeOldOptions(std::size_t place, const schema::Operator& old) {
    if (const auto* conv = old.builtin_options_as_Conv2DOptions())
      writeNumbers<7>(place,
                      {schema::Padding_VALID, conv->stride_w(), conv->stride_h(), conv->fused_activation_function(),
                       conv->dilation_w_factor(), conv->dilation_h_factor(), conv->quantized_bias_type()});
    else if (const auto* depthwise = old.builtin_options_as_DepthwiseConv2DOptions())
      writeNumbers<7>(place, {schema::Padding_VALID, depthwise->stride_w(), depthwise->stride_h(),
                              depthwise->depth_multiplier(), depthwise->fused_activation_function(),
                              depthwise->dilation_w_factor(), depthwise->dilation_h_factor()});
    else if (const auto* pool = old.builtin_options_as_Pool2DOptions())
      writeNumbers<6>(place, {schema::Padding_VALID, pool->stride_w(), pool->stride_h(), pool->filter_width(),
                              pool->filter_height(), pool->fused_activation_function()});
    else
      prefix_.refer(place, old.builtin_options());
  }

  // A table of these numbers, all fields there.
  template <std::size_t N>
  void writeNumbers(std::size_t place, const std::array<std::int32_t, N>& values) {
    std::array<bool, N> all = {};
    all.fill(true);
    const std::array<std::size_t, N> fields = prefix_.addTable(place, all);
    for (std::size_t i = 0; i < N; ++i) prefix_.set(fields[i], values[i]);
  }

  const schema::Model& model_;
  const schema::SubGraph& old_;
  const StripGraph& graph_;
  ModelPrefix prefix_;
  std::vector<std::int32_t> numbers_;         // of the new tensors, in the model
  std::map<std::int32_t, std::size_t> newAt_; // the other way round
  std::int32_t tensors_ = 0;                  // in all
  std::map<schema::BuiltinOperator, std::uint32_t> codes_;
};

} // namespace

std::vector<std::uint8_t> withGraph(std::span<const std::uint8_t> model, const StripGraph& graph) {
  return GraphWriter(model, graph).write();
}

} // namespace arenascope::rewrite
