#include "core/model/builder/model_builder.h"

#include <algorithm>

namespace arenascope::builder {

std::uint32_t Random::next() {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 17;
  state_ ^= state_ << 5;
  return state_;
}

std::int32_t Random::between(std::int32_t low, std::int32_t high) {
  const auto count = static_cast<std::uint32_t>(high - low) + 1;
  return low + static_cast<std::int32_t>(next() % count);
}

ModelBuilder::ModelBuilder(std::string description) : description_(std::move(description)) {
  addBuffer({}); // buffer 0 stands for "no data"
}

std::uint32_t ModelBuilder::addBuffer(const std::vector<std::uint8_t>& bytes) {
  flatbuffers::Offset<flatbuffers::Vector<std::uint8_t>> data = 0;
  if (!bytes.empty()) {
    constexpr std::size_t kAlignment = 16;
    builder_.ForceVectorAlignment(bytes.size(), 1, kAlignment);
    data = builder_.CreateVector(bytes);
  }
  buffers_.push_back(schema::CreateBuffer(builder_, data));
  return static_cast<std::uint32_t>(buffers_.size() - 1);
}

std::int32_t ModelBuilder::describeTensor(const std::string& name, schema::TensorType type,
                                          const std::vector<std::int32_t>& shape, const Quantization& quantization,
                                          bool isVariable, std::uint32_t buffer) {
  flatbuffers::Offset<schema::QuantizationParameters> parameters = 0;
  if (!quantization.scales.empty()) {
    const auto scales = builder_.CreateVector(quantization.scales);
    const auto zeroPoints = builder_.CreateVector(quantization.zeroPoints);
    parameters = schema::CreateQuantizationParameters(builder_, 0, 0, scales, zeroPoints,
                                                      schema::QuantizationDetails_NONE, 0, quantization.dimension);
  }
  tensorBuffers_.push_back(buffer);
  const auto dims = builder_.CreateVector(shape);
  const auto text = builder_.CreateString(name);
  tensors_.push_back(schema::CreateTensor(builder_, dims, type, buffer, text, parameters, isVariable));
  return static_cast<std::int32_t>(tensors_.size() - 1);
}

std::int32_t ModelBuilder::addTensor(const std::string& name, schema::TensorType type,
                                     const std::vector<std::int32_t>& shape, const Quantization& quantization,
                                     bool isVariable) {
  return describeTensor(name, type, shape, quantization, isVariable, 0);
}

std::int32_t ModelBuilder::addConstant(const std::string& name, schema::TensorType type,
                                       const std::vector<std::int32_t>& shape, const std::vector<std::uint8_t>& bytes,
                                       const Quantization& quantization, bool isVariable) {
  return describeTensor(name, type, shape, quantization, isVariable, addBuffer(bytes));
}

std::int32_t ModelBuilder::addConstantLike(std::int32_t earlier, const std::string& name, schema::TensorType type,
                                           const std::vector<std::int32_t>& shape, const Quantization& quantization,
                                           bool isVariable) {
  return describeTensor(name, type, shape, quantization, isVariable, tensorBuffers_[static_cast<std::size_t>(earlier)]);
}

std::uint32_t ModelBuilder::operatorCode(const Code& code) {
  const auto known = std::find(codes_.begin(), codes_.end(), code);
  if (known != codes_.end()) return static_cast<std::uint32_t>(known - codes_.begin());
  codes_.push_back(code);
  return static_cast<std::uint32_t>(codes_.size() - 1);
}

void ModelBuilder::addOperator(schema::BuiltinOperator code, const std::vector<std::int32_t>& inputs,
                               const std::vector<std::int32_t>& outputs, OptionsReference options,
                               const OperatorExtras& extras) {
  const auto in = builder_.CreateVector(inputs);
  const auto out = builder_.CreateVector(outputs);
  flatbuffers::Offset<flatbuffers::Vector<std::uint8_t>> custom = 0;
  if (code == schema::BuiltinOperator_CUSTOM) custom = builder_.CreateVector(extras.customOptions);
  flatbuffers::Offset<flatbuffers::Vector<std::int32_t>> between = 0;
  if (!extras.intermediates.empty()) between = builder_.CreateVector(extras.intermediates);
  operators_.push_back(schema::CreateOperator(builder_, operatorCode({code, extras.customName, extras.version}), in,
                                              out, options.type, options.table, custom,
                                              schema::CustomOptionsFormat_FLEXBUFFERS, 0, between));
}

void ModelBuilder::addOperator(schema::BuiltinOperator code, const std::vector<std::int32_t>& inputs,
                               const std::vector<std::int32_t>& outputs, OptionsReference options) {
  addOperator(code, inputs, outputs, options, {});
}

void ModelBuilder::addCustomOperator(const std::string& name, const std::vector<std::int32_t>& inputs,
                                     const std::vector<std::int32_t>& outputs,
                                     const std::vector<std::uint8_t>& customOptions) {
  addOperator(schema::BuiltinOperator_CUSTOM, inputs, outputs, {},
              {.customName = name, .customOptions = customOptions});
}

void ModelBuilder::endSubgraph() {
  const auto tensors = builder_.CreateVector(tensors_);
  const auto inputs = builder_.CreateVector(inputs_);
  const auto outputs = builder_.CreateVector(outputs_);
  const auto operators = builder_.CreateVector(operators_);
  const auto name = builder_.CreateString(subgraphs_.empty() ? "main" : "subgraph" + std::to_string(subgraphs_.size()));
  subgraphs_.push_back(schema::CreateSubGraph(builder_, tensors, inputs, outputs, operators, name));
  tensors_.clear();
  tensorBuffers_.clear();
  operators_.clear();
  inputs_.clear();
  outputs_.clear();
}

void ModelBuilder::addMetadata(const std::string& name, const std::vector<std::uint8_t>& bytes) {
  const std::uint32_t buffer = addBuffer(bytes);
  const auto text = builder_.CreateString(name);
  metadata_.push_back(schema::CreateMetadata(builder_, text, buffer));
}

std::vector<std::uint8_t> ModelBuilder::finish() {
  constexpr std::int32_t kLastOldCode = 127; // what the format's first field for codes can hold
  std::vector<flatbuffers::Offset<schema::OperatorCode>> codes;
  for (const auto& [code, customName, version] : codes_) {
    const auto name = customName.empty() ? 0 : builder_.CreateString(customName);
    const bool hasNewCode = newCodes_ || code > kLastOldCode;
    codes.push_back(schema::CreateOperatorCode(
        builder_, static_cast<std::int8_t>(std::min<std::int32_t>(code, kLastOldCode)), name, version,
        hasNewCode ? code : schema::BuiltinOperator_ADD)); // 0, which is not written
  }
  endSubgraph();
  const auto codeVector = builder_.CreateVector(codes);
  const auto subgraphVector = builder_.CreateVector(subgraphs_);
  const auto description = builder_.CreateString(description_);
  const auto buffers = builder_.CreateVector(buffers_);
  const auto metadata = builder_.CreateVector(metadata_);
  schema::FinishModelBuffer(
      builder_, schema::CreateModel(builder_, version_, codeVector, subgraphVector, description, buffers, 0, metadata));
  return {builder_.GetBufferPointer(), builder_.GetBufferPointer() + builder_.GetSize()};
}

} // namespace arenascope::builder
