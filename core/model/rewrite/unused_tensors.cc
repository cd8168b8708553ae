#include "core/model/rewrite/unused_tensors.h"

#include <map>
#include <string_view>

#include "core/interpreter/schema/access.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/rewrite/model_prefix.h"
#include "core/model/rewrite/table_copier.h"

namespace arenascope::rewrite {

using schema::count;

namespace {

using Numbers = flatbuffers::Vector<std::int32_t>;

class UnusedTensors {
public:
  explicit UnusedTensors(std::span<const std::uint8_t> bytes)
      : model_(*schema::GetModel(bytes.data())), builder_(bytes.size()), copier_(builder_) {}

  Result<std::vector<std::uint8_t>> write() {
    for (std::uint32_t i = 0; i < count(model_.subgraphs()); ++i) numbers_.push_back(kept(*model_.subgraphs()->Get(i)));
    std::map<int, Reference> changed;
    std::vector<Reference> subgraphs;
    for (std::uint32_t i = 0; i < count(model_.subgraphs()); ++i)
      subgraphs.push_back(writeSubgraph(*model_.subgraphs()->Get(i), numbers_[i]));
    changed[kSubgraphs] = builder_.CreateVector(subgraphs).o;
    if (const Reference metadata = writeMetadata(); !metadata.IsNull()) changed[kMetadata] = metadata;
    if (count(model_.signature_defs()) > 0) changed[kSignatureDefs] = writeSignatures();
    return copier_.finish(model_, changed);
  }

private:
  // New numbers of a subgraph's tensors by the old ones; -1: unused.
  static std::vector<std::int32_t> kept(const schema::SubGraph& subgraph) {
    std::vector<std::int32_t> numbers(count(subgraph.tensors()), -1);
    const auto use = [&](const Numbers* tensors) {
      for (std::uint32_t i = 0; i < count(tensors); ++i)
        if (const std::int32_t tensor = tensors->Get(i); tensor >= 0) numbers[static_cast<std::size_t>(tensor)] = 0;
    };
    use(subgraph.inputs());
    use(subgraph.outputs());
    for (std::uint32_t i = 0; i < count(subgraph.operators()); ++i) {
      const schema::Operator& op = *subgraph.operators()->Get(i);
      use(op.inputs());
      use(op.outputs());
      use(op.intermediates());
    }
    std::int32_t next = 0;
    for (std::int32_t& number : numbers)
      if (number == 0) number = next++;
    return numbers;
  }

  Reference renumbered(const Numbers& tensors, const std::vector<std::int32_t>& numbers) {
    std::vector<std::int32_t> all;
    for (std::uint32_t i = 0; i < tensors.size(); ++i)
      all.push_back(tensors.Get(i) < 0 ? tensors.Get(i) : numbers[static_cast<std::size_t>(tensors.Get(i))]);
    return builder_.CreateVector(all).o;
  }

  Reference writeSubgraph(const schema::SubGraph& subgraph, const std::vector<std::int32_t>& numbers) {
    constexpr int kTensors = 0;
    constexpr int kInputs = 1;
    constexpr int kOutputs = 2;
    constexpr int kOperators = 3;
    std::map<int, Reference> changed;
    std::vector<Reference> tensors;
    for (std::uint32_t i = 0; i < count(subgraph.tensors()); ++i)
      if (numbers[i] >= 0) tensors.push_back(copier_.copy(subgraph.tensors()->Get(i), TableForm::kTensor));
    changed[kTensors] = builder_.CreateVector(tensors).o;
    if (subgraph.inputs() != nullptr) changed[kInputs] = renumbered(*subgraph.inputs(), numbers);
    if (subgraph.outputs() != nullptr) changed[kOutputs] = renumbered(*subgraph.outputs(), numbers);
    std::vector<Reference> operators;
    for (std::uint32_t i = 0; i < count(subgraph.operators()); ++i)
      operators.push_back(writeOperator(*subgraph.operators()->Get(i), numbers));
    if (subgraph.operators() != nullptr) changed[kOperators] = builder_.CreateVector(operators).o;
    return copier_.copy(&subgraph, TableForm::kSubgraph, changed);
  }

  Reference writeOperator(const schema::Operator& op, const std::vector<std::int32_t>& numbers) {
    constexpr int kInputs = 1;
    constexpr int kOutputs = 2;
    constexpr int kIntermediates = 8;
    std::map<int, Reference> changed;
    if (op.inputs() != nullptr) changed[kInputs] = renumbered(*op.inputs(), numbers);
    if (op.outputs() != nullptr) changed[kOutputs] = renumbered(*op.outputs(), numbers);
    if (op.intermediates() != nullptr) changed[kIntermediates] = renumbered(*op.intermediates(), numbers);
    return copier_.copy(&op, TableForm::kOperator, changed);
  }

  Reference writeMetadata() {
    if (model_.metadata() == nullptr) return {};
    std::vector<Reference> entries;
    for (std::uint32_t i = 0; i < count(model_.metadata()); ++i) {
      const schema::Metadata& entry = *model_.metadata()->Get(i);
      const std::string_view name = entry.name() == nullptr ? std::string_view() : entry.name()->string_view();
      if (name != schema::kOfflinePlanName && name != schema::kOverlapNoteName)
        entries.push_back(copier_.copy(&entry, TableForm::kMetadata));
    }
    return builder_.CreateVector(entries).o;
  }

  Reference writeSignatures() {
    std::vector<Reference> signatures;
    for (std::uint32_t i = 0; i < count(model_.signature_defs()); ++i) {
      const schema::SignatureDef& signature = *model_.signature_defs()->Get(i);
      std::map<int, Reference> changed;
      if (signature.inputs() != nullptr) changed[0] = writeMaps(*signature.inputs(), signature.subgraph_index());
      if (signature.outputs() != nullptr) changed[1] = writeMaps(*signature.outputs(), signature.subgraph_index());
      signatures.push_back(copier_.copy(&signature, TableForm::kSignature, changed));
    }
    return builder_.CreateVector(signatures).o;
  }

  // Of inputs or outputs of a subgraph, by name.
  Reference writeMaps(const flatbuffers::Vector<flatbuffers::Offset<schema::TensorMap>>& maps, std::uint32_t subgraph) {
    std::vector<Reference> written;
    for (std::uint32_t i = 0; i < maps.size(); ++i) {
      const schema::TensorMap& map = *maps.Get(i);
      const bool isKnown = subgraph < numbers_.size() && map.tensor_index() < numbers_[subgraph].size();
      const std::int32_t number = isKnown ? numbers_[subgraph][map.tensor_index()] : -1;
      if (number < 0) continue;
      written.push_back(
          schema::CreateTensorMap(builder_, copier_.copyText(map.name()).o, static_cast<std::uint32_t>(number)).o);
    }
    return builder_.CreateVector(written).o;
  }

  const schema::Model& model_;
  flatbuffers::FlatBufferBuilder builder_;
  TableCopier copier_;
  std::vector<std::vector<std::int32_t>> numbers_; // by subgraph
};

} // namespace

Result<std::vector<std::uint8_t>> withoutUnusedTensors(std::span<const std::uint8_t> model) {
  return UnusedTensors(model).write();
}

} // namespace arenascope::rewrite
