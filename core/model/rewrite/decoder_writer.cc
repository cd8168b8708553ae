#include "core/model/rewrite/decoder_writer.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "core/interpreter/schema/access.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/rewrite/model_prefix.h"
#include "core/model/rewrite/table_copier.h"

namespace arenascope::rewrite {

using schema::count;

namespace {

constexpr const char* kDecoder = "TFLM_DECODE";
constexpr std::size_t kPackedAlignment = 16;

// Inputs that the real kernels read during the inference only.
struct LateInputs {
  std::string_view op;
  std::vector<std::size_t> slots; // empty: all
};
const std::vector<LateInputs>& lateInputs() {
  static const std::vector<LateInputs> all = {{"CONV_2D", {1, 2}},
                                              {"DEPTHWISE_CONV_2D", {1, 2}},
                                              {"FULLY_CONNECTED", {1, 2}},
                                              {"TRANSPOSE_CONV", {1, 3}},
                                              {"CONCATENATION", {}},
                                              {"ADD", {}},
                                              {"SUB", {}},
                                              {"MUL", {}},
                                              {"GATHER", {0}},
                                              {"ASSIGN_VARIABLE", {1}}};
  return all;
}

bool isReadLate(const model::Operator& op, std::size_t slot) {
  return std::any_of(lateInputs().begin(), lateInputs().end(), [&](const LateInputs& each) {
    return op.isBuiltin(each.op) &&
           (each.slots.empty() || std::find(each.slots.begin(), each.slots.end(), slot) != each.slots.end());
  });
}

class DecoderWriter {
public:
  DecoderWriter(std::span<const std::uint8_t> bytes, const std::vector<PackedConstant>& constants)
      : model_(*schema::GetModel(bytes.data())), main_(*model_.subgraphs()->Get(0)), builder_(bytes.size()),
        copier_(builder_) {
    for (const PackedConstant& constant : constants) packed_[constant.tensor] = &constant.packing;
  }

  Result<std::vector<std::uint8_t>> write() {
    std::map<int, Reference> changed;
    changed[kBuffers] = writeBuffers();
    changed[kSubgraphs] = writeSubgraphs();
    changed[kOperatorCodes] = writeCodes();
    changed[kMetadata] = writeMetadata();
    return copier_.finish(model_, changed);
  }

private:
  const schema::Tensor& tensorOf(std::int32_t tensor) const {
    return *main_.tensors()->Get(static_cast<std::uint32_t>(tensor));
  }

  Reference bufferOf(const std::vector<std::uint8_t>& data) {
    builder_.ForceVectorAlignment(data.size(), 1, kPackedAlignment);
    return schema::CreateBuffer(builder_, builder_.CreateVector(data)).o;
  }

  // Compressed data in the place of the constants, and the descriptions behind all.
  Reference writeBuffers() {
    std::map<std::uint32_t, const Packing*> packedAt;
    for (const auto& [tensor, packing] : packed_) packedAt[tensorOf(tensor).buffer()] = packing;
    std::vector<Reference> buffers;
    for (std::uint32_t i = 0; i < count(model_.buffers()); ++i) {
      const auto found = packedAt.find(i);
      buffers.push_back(found != packedAt.end() ? bufferOf(found->second->data)
                                                : copier_.copy(model_.buffers()->Get(i), TableForm::kBuffer));
    }
    for (const auto& [tensor, packing] : packed_) {
      descriptionBuffers_[tensor] = static_cast<std::uint32_t>(buffers.size());
      buffers.push_back(bufferOf(packing->description));
    }
    return builder_.CreateVector(buffers).o;
  }

  Reference writeSubgraphs() {
    std::vector<Reference> subgraphs = {writeMain()};
    for (std::uint32_t i = 1; i < count(model_.subgraphs()); ++i)
      subgraphs.push_back(copier_.copy(model_.subgraphs()->Get(i), TableForm::kSubgraph));
    return builder_.CreateVector(subgraphs).o;
  }

  Reference writeMain() {
    constexpr int kTensors = 0;
    constexpr int kOperators = 3;
    for (std::uint32_t i = 0; i < count(main_.tensors()); ++i) {
      const auto found = packed_.find(static_cast<std::int32_t>(i));
      tensors_.push_back(found == packed_.end()
                             ? copier_.copy(main_.tensors()->Get(i), TableForm::kTensor)
                             : bytesTensor(found->second->data.size(), tensorOf(found->first).buffer(),
                                           tensorOf(found->first).name()));
    }
    for (const auto& [tensor, packing] : packed_) {
      descriptions_[tensor] = static_cast<std::int32_t>(tensors_.size());
      tensors_.push_back(bytesTensor(packing->description.size(), descriptionBuffers_.at(tensor), nullptr));
    }
    std::vector<Reference> operators;
    for (std::uint32_t i = 0; i < count(main_.operators()); ++i) addOperator(*main_.operators()->Get(i), operators);
    const Reference all = builder_.CreateVector(operators).o;
    return copier_.copy(&main_, TableForm::kSubgraph,
                        {{kTensors, builder_.CreateVector(tensors_).o}, {kOperators, all}});
  }

  Reference bytesTensor(std::size_t bytes, std::uint32_t buffer, const flatbuffers::String* name) {
    const auto shape = builder_.CreateVector(std::vector<std::int32_t>{static_cast<std::int32_t>(bytes)});
    return schema::CreateTensor(builder_, shape, schema::TensorType_UINT8, buffer, copier_.copyText(name).o).o;
  }

  // Like the original one, but without data. Answers its number.
  std::int32_t addDecoded(std::int32_t tensor) {
    const schema::Tensor& old = tensorOf(tensor);
    const Reference quantization =
        old.quantization() == nullptr ? Reference(0) : copier_.copy(old.quantization(), TableForm::kQuantization);
    tensors_.push_back(schema::CreateTensor(builder_, copier_.copyNumbers(old.shape()).o, old.type(), 0,
                                            copier_.copyText(old.name()).o, quantization.o)
                           .o);
    return static_cast<std::int32_t>(tensors_.size() - 1);
  }

  // With a DECODE in front of it if it reads packed constants.
  void addOperator(const schema::Operator& op, std::vector<Reference>& operators) {
    constexpr int kInputs = 1;
    std::vector<std::int32_t> inputs;
    std::vector<std::int32_t> compressed;
    std::map<std::int32_t, std::int32_t> decoded;
    std::vector<std::int32_t> outputs;
    for (std::uint32_t i = 0; i < count(op.inputs()); ++i) {
      const std::int32_t tensor = op.inputs()->Get(i);
      inputs.push_back(tensor);
      if (!packed_.contains(tensor)) continue;
      const auto [place, isNew] = decoded.try_emplace(tensor);
      if (isNew) {
        place->second = addDecoded(tensor);
        compressed.insert(compressed.end(), {tensor, descriptions_.at(tensor)});
        outputs.push_back(place->second);
      }
      inputs.back() = place->second;
    }
    if (decoded.empty()) {
      operators.push_back(copier_.copy(&op, TableForm::kOperator));
      return;
    }
    operators.push_back(
        schema::CreateOperatorDirect(builder_, count(model_.operator_codes()), &compressed, &outputs).o);
    operators.push_back(
        copier_.copy(&op, TableForm::kOperator, {{kInputs, Reference(builder_.CreateVector(inputs).o)}}));
  }

  Reference writeCodes() {
    std::vector<Reference> codes;
    for (std::uint32_t i = 0; i < count(model_.operator_codes()); ++i)
      codes.push_back(copier_.copy(model_.operator_codes()->Get(i), TableForm::kOperatorCode));
    if (!packed_.empty())
      codes.push_back(schema::CreateOperatorCodeDirect(builder_, schema::BuiltinOperator_CUSTOM, kDecoder, 1,
                                                       schema::BuiltinOperator_CUSTOM)
                          .o);
    return builder_.CreateVector(codes).o;
  }

  Reference writeMetadata() {
    std::vector<Reference> entries;
    for (std::uint32_t i = 0; i < count(model_.metadata()); ++i) {
      const schema::Metadata& entry = *model_.metadata()->Get(i);
      const std::string_view name = entry.name() == nullptr ? std::string_view() : entry.name()->string_view();
      if (name != schema::kOfflinePlanName && name != schema::kOverlapNoteName)
        entries.push_back(copier_.copy(&entry, TableForm::kMetadata));
    }
    return entries.empty() ? Reference(0) : Reference(builder_.CreateVector(entries).o);
  }

  const schema::Model& model_;
  const schema::SubGraph& main_;
  flatbuffers::FlatBufferBuilder builder_;
  TableCopier copier_;
  std::map<std::int32_t, const Packing*> packed_; // by tensor
  std::map<std::int32_t, std::uint32_t> descriptionBuffers_;
  std::map<std::int32_t, std::int32_t> descriptions_; // their tensors
  std::vector<Reference> tensors_;                    // of the main graph
};

} // namespace

std::vector<std::int32_t> packableConstants(const model::Graph& model) {
  std::map<std::int32_t, int> users; // tensors of each constant
  for (const model::Subgraph& subgraph : model.subgraphs)
    for (const model::Tensor& tensor : subgraph.tensors)
      if (tensor.constant.isThere()) ++users[tensor.constant];
  const model::Subgraph& main = model.main();
  std::set<std::int32_t> read;
  std::set<std::int32_t> unfit(main.outputs.begin(), main.outputs.end());
  unfit.insert(main.inputs.begin(), main.inputs.end());
  for (const model::Operator& op : main.operators)
    for (std::size_t slot = 0; slot < op.inputs.size(); ++slot)
      (isReadLate(op, slot) ? read : unfit).insert(op.inputs[slot]);
  std::vector<std::int32_t> tensors;
  for (const std::int32_t number : read) {
    if (number < 0 || unfit.contains(number)) continue;
    const model::Tensor& tensor = main.tensors[static_cast<std::size_t>(number)];
    if (model.isConstant(tensor) && users[tensor.constant] == 1 && !tensor.isVariable && !tensor.isSparse)
      tensors.push_back(number);
  }
  return tensors;
}

Result<std::vector<std::uint8_t>> withDecoders(std::span<const std::uint8_t> model,
                                               const std::vector<PackedConstant>& constants) {
  return DecoderWriter(model, constants).write();
}

} // namespace arenascope::rewrite
