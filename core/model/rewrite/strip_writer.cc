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
static_assert(static_cast<int>(NewOperator::kMaximum) == schema::BuiltinOperator_MAXIMUM);
static_assert(static_cast<int>(NewOperator::kMinimum) == schema::BuiltinOperator_MINIMUM);
static_assert(static_cast<int>(NewOperator::kPadV2) == schema::BuiltinOperator_PADV2);
static_assert(static_cast<int>(NewOperator::kSlice) == schema::BuiltinOperator_SLICE);
static_assert(static_cast<int>(NewOperator::kSplitV) == schema::BuiltinOperator_SPLIT_V);
static_assert(static_cast<int>(NewOperator::kIf) == schema::BuiltinOperator_IF);

schema::BuiltinOperator codeOf(NewOperator op) { return static_cast<schema::BuiltinOperator>(op); }

schema::BuiltinOptions optionsOf(NewOperator op) {
  switch (op) {
  case NewOperator::kConcatenation: return schema::BuiltinOptions_ConcatenationOptions;
  case NewOperator::kSplitV: return schema::BuiltinOptions_SplitVOptions;
  case NewOperator::kPad: return schema::BuiltinOptions_PadOptions;
  case NewOperator::kIf: return schema::BuiltinOptions_IfOptions;
  case NewOperator::kMaximum:
  case NewOperator::kMinimum:
  case NewOperator::kSlice:
  case NewOperator::kPadV2: break; // have no options that are read
  }
  return schema::BuiltinOptions_NONE;
}

// A subgraph's tensors, by their numbers in the written model.
struct Numbering {
  const std::vector<NewTensor>& added;
  std::vector<std::int32_t> old = {};             // numbers of the main graph's tensors; -1: not there
  std::vector<std::int32_t> numbers = {};         // of the new tensors
  std::vector<std::int32_t> oldAt = {};           // the other way round; -1: a new tensor
  std::map<std::int32_t, std::size_t> newAt = {}; // likewise
};

class GraphWriter {
public:
  GraphWriter(std::span<const std::uint8_t> bytes, const StripGraph& graph)
      : model_(*schema::GetModel(bytes.data())), old_(*model_.subgraphs()->Get(0)), graph_(graph),
        prefix_(bytes, {kOperatorCodes, kSubgraphs, kBuffers, kMetadata}), buffer_(count(model_.buffers())) {}

  std::vector<std::uint8_t> write() {
    writeCodes();
    std::vector<const void*> subgraphs = tablesOf(model_.subgraphs());
    subgraphs[0] = nullptr;
    firstBody_ = static_cast<std::int32_t>(subgraphs.size());
    subgraphs.resize(subgraphs.size() + graph_.bodies.size());
    const std::vector<std::size_t> places = prefix_.addVector(prefix_.place(kSubgraphs), subgraphs);
    writeMain(places[0]);
    for (std::size_t i = 0; i < graph_.bodies.size(); ++i) writeBody(places[i + 1], graph_.bodies[i]);
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
  std::int32_t known() const { return static_cast<std::int32_t>(count(old_.tensors())); }

  // New tensors get the numbers of those that nothing touches any more, and then further ones.
  Numbering numbersOfMain() const {
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
    Numbering result{graph_.tensors};
    for (std::int32_t t = 0; t < known(); ++t) result.old.push_back(t);
    result.oldAt = result.old;
    std::int32_t next = 0;
    for (std::size_t i = 0; i < graph_.tensors.size(); ++i) {
      while (next < known() && used.contains(next)) ++next;
      result.numbers.push_back(next < known() ? next++ : static_cast<std::int32_t>(result.oldAt.size()));
      result.newAt[result.numbers.back()] = i;
      if (result.numbers.back() == static_cast<std::int32_t>(result.oldAt.size())) result.oldAt.push_back(-1);
      result.oldAt[static_cast<std::size_t>(result.numbers.back())] = -1;
    }
    return result;
  }

  // Constants of the main graph first.
  Numbering numbersOf(const StripBody& body) const {
    Numbering result{body.tensors};
    result.old.assign(static_cast<std::size_t>(known()), -1);
    for (const GraphOperator& op : body.operators)
      for (const std::int32_t tensor : op.inputs)
        if (tensor >= 0 && tensor < known() && result.old[static_cast<std::size_t>(tensor)] < 0) {
          result.old[static_cast<std::size_t>(tensor)] = static_cast<std::int32_t>(result.oldAt.size());
          result.oldAt.push_back(tensor);
        }
    for (std::size_t i = 0; i < body.tensors.size(); ++i) {
      result.numbers.push_back(static_cast<std::int32_t>(result.oldAt.size()));
      result.newAt[result.numbers.back()] = i;
      result.oldAt.push_back(-1);
    }
    return result;
  }

  const schema::Operator& originalOf(const GraphOperator& op) const {
    return *old_.operators()->Get(static_cast<std::uint32_t>(op.original));
  }

  std::vector<std::int32_t> renumbered(const std::vector<std::int32_t>& tensors, const Numbering& numbering) const {
    std::vector<std::int32_t> result;
    for (const std::int32_t tensor : tensors)
      result.push_back(tensor < 0         ? tensor
                       : tensor < known() ? numbering.old[static_cast<std::size_t>(tensor)]
                                          : numbering.numbers[static_cast<std::size_t>(tensor - known())]);
    return result;
  }

  // Codes that the model has not yet come behind its own.
  void writeCodes() {
    std::vector<const void*> tables = tablesOf(model_.operator_codes());
    for (std::uint32_t i = 0; i < count(model_.operator_codes()); ++i)
      codes_.try_emplace(schema::builtinOperator(*model_.operator_codes()->Get(i)), i);
    std::vector<schema::BuiltinOperator> added;
    const auto add = [&](const std::vector<GraphOperator>& operators) {
      for (const GraphOperator& op : operators)
        if (op.original < 0 && codes_.try_emplace(codeOf(op.code), static_cast<std::uint32_t>(tables.size())).second) {
          tables.push_back(nullptr);
          added.push_back(codeOf(op.code));
        }
    };
    add(graph_.operators);
    for (const StripBody& body : graph_.bodies) add(body.operators);
    const std::vector<std::size_t> places = prefix_.addVector(prefix_.place(kOperatorCodes), tables);
    for (std::size_t i = 0; i < places.size(); ++i) {
      // Old and new field of the code; these all fit into the old one. The version is the first.
      const auto fields = prefix_.addTable(places[i], std::array{true, false, false, true});
      prefix_.set(fields[0], static_cast<std::int32_t>(added[i]));
      prefix_.set(fields[3], static_cast<std::int32_t>(added[i]));
    }
  }

  void writeMain(std::size_t place) {
    const Numbering numbering = numbersOfMain();
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
    writeTensors(fields[0], numbering);
    writeOperators(fields[3], graph_.operators, numbering);
  }

  void writeBody(std::size_t place, const StripBody& body) {
    const Numbering numbering = numbersOf(body);
    const auto fields = prefix_.addTable(place, std::array{true, true, true, true});
    prefix_.addNumbers(fields[1], renumbered(body.inputs, numbering));
    prefix_.addNumbers(fields[2], renumbered(body.outputs, numbering));
    writeTensors(fields[0], numbering);
    writeOperators(fields[3], body.operators, numbering);
  }

  void writeTensors(std::size_t place, const Numbering& numbering) {
    std::vector<const void*> tables;
    for (const std::int32_t old : numbering.oldAt)
      tables.push_back(old < 0 ? nullptr : old_.tensors()->Get(static_cast<std::uint32_t>(old)));
    const std::vector<std::size_t> places = prefix_.addVector(place, tables);
    std::size_t next = 0;
    for (const auto& [number, index] : numbering.newAt) {
      const NewTensor& tensor = numbering.added[index];
      const auto* quantization =
          tensor.like < 0 ? nullptr : old_.tensors()->Get(static_cast<std::uint32_t>(tensor.like))->quantization();
      const auto fields = prefix_.addTable(places[next++], std::array{true, true, true, true, quantization != nullptr});
      prefix_.set(fields[1], static_cast<std::uint32_t>(tensor.type));
      prefix_.set(fields[2], tensor.data.empty() ? 0 : buffer_++);
      if (!tensor.data.empty()) data_.push_back(&tensor.data);
      if (quantization != nullptr) prefix_.refer(fields[4], quantization);
      prefix_.addNumbers(fields[0], tensor.shape);
      prefix_.addText(fields[3], tensor.name);
    }
  }

  // In the order in which the tensors named them.
  void writeBuffers() {
    std::vector<const void*> tables = tablesOf(model_.buffers());
    tables.resize(tables.size() + data_.size());
    const std::vector<std::size_t> places = prefix_.addVector(prefix_.place(kBuffers), tables);
    for (std::size_t i = 0; i < places.size(); ++i) prefix_.addBuffer(places[i], data_[i]->data(), data_[i]->size());
  }

  void writeOperators(std::size_t place, const std::vector<GraphOperator>& operators, const Numbering& numbering) {
    std::vector<const void*> tables;
    for (const GraphOperator& op : operators)
      tables.push_back(op.original >= 0 && !op.isChanged ? &originalOf(op) : nullptr);
    const std::vector<std::size_t> places = prefix_.addVector(place, tables);
    std::size_t next = 0;
    for (const GraphOperator& op : operators)
      if (op.original < 0 || op.isChanged) writeOperator(places[next++], op, numbering);
  }

  void writeOperator(std::size_t place, const GraphOperator& op, const Numbering& numbering) {
    const schema::Operator* old = op.original >= 0 ? &originalOf(op) : nullptr;
    const schema::BuiltinOptions type = old != nullptr ? old->builtin_options_type() : optionsOf(op.code);
    const bool options = old != nullptr ? old->builtin_options() != nullptr : type != schema::BuiltinOptions_NONE;
    const auto fields = prefix_.addTable(place, std::array{true, true, true, options, options});
    prefix_.set(fields[0], old != nullptr ? old->opcode_index() : codes_.at(codeOf(op.code)));
    prefix_.addNumbers(fields[1], renumbered(op.inputs, numbering));
    prefix_.addNumbers(fields[2], renumbered(op.outputs, numbering));
    if (!options) return;
    prefix_.set(fields[3], static_cast<std::uint32_t>(type));
    if (old == nullptr)
      writeNewOptions(fields[4], op);
    else
      writeOldOptions(fields[4], *old,
                      op.padding == model::Window::Padding::kSame ? schema::Padding_SAME : schema::Padding_VALID);
  }

  void writeNewOptions(std::size_t place, const GraphOperator& op) {
    if (op.code == NewOperator::kPad) {
      prefix_.addTable(place, std::array<bool, 0>{});
      return;
    }
    if (op.code == NewOperator::kIf) { // its condition is always true
      const auto fields = prefix_.addTable(place, std::array{true, true});
      for (const std::size_t field : fields) prefix_.set(field, firstBody_ + op.body);
      return;
    }
    const auto fields = prefix_.addTable(place, std::array{true}); // axis, or number of parts
    prefix_.set(fields[0], op.code == NewOperator::kSplitV ? static_cast<std::int32_t>(op.outputs.size()) : op.axis);
  }

  // The operator's own options, with this padding of a window.
  void writeOldOptions(std::size_t place, const schema::Operator& old, schema::Padding padding) {
    if (const auto* conv = old.builtin_options_as_Conv2DOptions())
      writeNumbers<7>(place, {padding, conv->stride_w(), conv->stride_h(), conv->fused_activation_function(),
                              conv->dilation_w_factor(), conv->dilation_h_factor(), conv->quantized_bias_type()});
    else if (const auto* depthwise = old.builtin_options_as_DepthwiseConv2DOptions())
      writeNumbers<7>(place, {padding, depthwise->stride_w(), depthwise->stride_h(), depthwise->depth_multiplier(),
                              depthwise->fused_activation_function(), depthwise->dilation_w_factor(),
                              depthwise->dilation_h_factor()});
    else if (const auto* pool = old.builtin_options_as_Pool2DOptions())
      writeNumbers<6>(place, {padding, pool->stride_w(), pool->stride_h(), pool->filter_width(), pool->filter_height(),
                              pool->fused_activation_function()});
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
  std::uint32_t buffer_ = 0;                           // the next
  std::vector<const std::vector<std::uint8_t>*> data_; // of new buffers
  std::int32_t firstBody_ = 0;                         // its number among the model's subgraphs
  std::map<schema::BuiltinOperator, std::uint32_t> codes_;
};

} // namespace

std::vector<std::uint8_t> onlySubgraph(std::span<const std::uint8_t> model, std::size_t subgraph) {
  const schema::Model& old = *schema::GetModel(model.data());
  ModelPrefix prefix(model, {kSubgraphs, kMetadata, kSignatureDefs});
  prefix.addVector(prefix.place(kSubgraphs), {old.subgraphs()->Get(static_cast<std::uint32_t>(subgraph))});
  prefix.addVector(prefix.place(kMetadata), {});
  prefix.addVector(prefix.place(kSignatureDefs), {});
  return prefix.finish();
}

std::vector<std::uint8_t> withGraph(std::span<const std::uint8_t> model, const StripGraph& graph) {
  return GraphWriter(model, graph).write();
}

} // namespace arenascope::rewrite
